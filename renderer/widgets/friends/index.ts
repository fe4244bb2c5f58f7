/** Choosing members, mainly among the signed-in member's followers ("friends" in the code). */
export { FriendPicker, type FriendPickerProps } from './FriendPicker.tsx'
export { MemberChoice } from './MemberChoice.tsx'
export { parseMembers } from './members.ts'
export { ShareWithFollowers } from './ShareWithFollowers.tsx'
