import type { MemberRef } from '#contract/schemas.ts'
import { Avatar } from '#ui/Avatar.tsx'
import styles from './FriendPicker.module.css'

interface FriendProps {
  member: MemberRef
  chosen: boolean
  disabled: boolean
  onToggle: (member: MemberRef) => void
}

export const Friend = ({ member, chosen, disabled, onToggle }: FriendProps) => (
  <label className={styles.friend}>
    <input type="checkbox" className={styles.box} checked={chosen} disabled={disabled} onChange={() => onToggle(member)} />
    <Avatar member={member} size="small" />
    <span className={styles.name}>{member.name}</span>
    <span className={styles.handle}>@{member.uid}</span>
  </label>
)
