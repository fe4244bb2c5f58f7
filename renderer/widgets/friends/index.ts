export { FriendPicker, type FriendPickerProps } from './FriendPicker.tsx'
export { asMembers } from './members.ts'
export { ShareWithFollowers } from './ShareWithFollowers.tsx'
