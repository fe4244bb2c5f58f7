export { FriendPicker, type FriendPickerProps } from './FriendPicker.tsx'
export { parseMembers } from './members.ts'
export { ShareWithFollowers } from './ShareWithFollowers.tsx'
