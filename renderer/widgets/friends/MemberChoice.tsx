import type { MemberRef } from '#contract/schemas.ts'
import { Avatar } from '#ui/Avatar.tsx'
import styles from './MemberChoice.module.css'

interface MemberChoiceProps {
  member: MemberRef
  chosen: boolean
  disabled: boolean
  onToggle: (member: MemberRef) => void
}

/** A checkbox for one member of a list. */
export const MemberChoice = ({ member, chosen, disabled, onToggle }: MemberChoiceProps) => (
  <label className={styles.choice}>
    <input type="checkbox" className={styles.box} checked={chosen} disabled={disabled} onChange={() => onToggle(member)} />
    <Avatar member={member} size="small" />
    <span className={styles.name}>{member.name}</span>
    <span className={styles.handle}>@{member.uid}</span>
  </label>
)
