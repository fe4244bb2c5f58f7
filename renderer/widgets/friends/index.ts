export { FriendPicker, type FriendPickerProps } from './FriendPicker.tsx'
export { MemberChoice } from './MemberChoice.tsx'
export { parseMembers } from './members.ts'
export { ShareWithFollowers } from './ShareWithFollowers.tsx'
