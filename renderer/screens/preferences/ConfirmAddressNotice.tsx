import { useRef } from 'react'
import { useResendVerificationMutation } from '#data/accounts.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import styles from './Preferences.module.css'

/** Notice for an unverified email address, with a button that sends another link (BY7). */
export function ConfirmAddressNotice({ email }: { email: string }) {
  const [sendVerification, { data, error, isLoading }] = useResendVerificationMutation()
  const section = useRef<HTMLElement>(null)
  // The button disappears when the link has been sent.
  useFocusFallback(section, () => section.current?.querySelector('h2'))
  return (
    <section ref={section} className={styles.notice} aria-label={t.preferences.confirmTitle}>
      <h2 className={styles.noticeTitle} tabIndex={-1}>
        {t.preferences.confirmTitle}
      </h2>
      <p>{t.preferences.confirmText(email)}</p>
      <div className={styles.line}>
        {!data && (
          <Button size="small" busy={isLoading} onClick={() => void sendVerification()}>
            {t.preferences.resend}
          </Button>
        )}
        <p role="status">{data && (data.sent ? t.preferences.resent(email) : t.preferences.confirmed)}</p>
        <p role="alert" className={styles.failed}>
          {error && failureMessage(error)}
        </p>
      </div>
    </section>
  )
}
