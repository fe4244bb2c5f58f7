import { useRef, useState } from 'react'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { useEndSessionsMutation } from '#data/adminMembers.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { showToast } from '#ui/toast.ts'
import { Section } from '../sections.tsx'
import styles from './Members.module.css'

interface SessionsProps {
  member: AdminMember
  /** Signed-in browsers and televisions. */
  count: number
  isOwn: boolean
  onChanged: () => void
}

/** Signs a member out everywhere. Admins do that to their own account in the preferences, which keeps the current session. */
export function Sessions({ member: { uid }, count, isOwn, onChanged }: SessionsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { readOnly } = useSite()
  const [isOpen, setOpen] = useState(false)
  const [end] = useEndSessionsMutation()

  async function onConfirm(): Promise<void> {
    const { data, error } = await end({ params: { uid }, body: {} })
    if (data) showToast({ text: t.adminMembers.ended(data.ended), now: true })
    else showToast({ text: failureMessage(error), kind: 'error', now: true })
    onChanged()
  }

  return (
    <Section title={t.adminMembers.sessions} heading={heading}>
      <p>{isOwn ? t.adminMembers.own : t.adminMembers.signedIn(count)}</p>
      {!isOwn && count > 0 && !readOnly && (
        <div className={styles.line}>
          <Button onClick={() => setOpen(true)}>{t.adminMembers.endSessions}</Button>
        </div>
      )}
      <Confirm
        open={isOpen}
        title={t.adminMembers.endTitle}
        confirm={t.adminMembers.endSessions}
        danger
        // The button disappears with the sessions.
        finalFocus={() => heading.current}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
      >
        <p>{t.adminMembers.endText}</p>
      </Confirm>
    </Section>
  )
}
