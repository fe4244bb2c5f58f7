import type { ReactNode } from 'react'
import type { Me } from '#contract/schemas.ts'
import { useResendVerificationMutation, useSavePreferencesMutation } from '#data/accounts.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'
import styles from './ConfirmNotice.module.css'

interface ConfirmNoticeProps {
  me: Me
  /** Called when the member has confirmed the data. */
  onDone: () => void
  /** Called when the member closes the notice. */
  onDismiss: () => void
}

/** Prompts members to confirm the data that a social network provided (U13), otherwise their e-mail address (BY7). */
export default function ConfirmNotice({ me, onDone, onDismiss }: ConfirmNoticeProps) {
  return me.onboarding.doConfirmInfo ? (
    <ConfirmInfo me={me} onDone={onDone} onDismiss={onDismiss} />
  ) : (
    <ConfirmAddress email={me.email} onDismiss={onDismiss} />
  )
}

function ConfirmInfo({ me: { name, email }, onDone, onDismiss }: ConfirmNoticeProps) {
  const [save, { error, isLoading }] = useSavePreferencesMutation()
  const confirm = async () => {
    if ((await save({ body: { onboarding: { doConfirmInfo: false } } })).data) onDone()
  }
  return (
    <ConfirmLayout title={t.preferences.infoTitle} text={t.preferences.infoText(name, email)} error={error} onDismiss={onDismiss}>
      <Button size="small" kind="primary" busy={isLoading} onClick={() => void confirm()}>
        {t.preferences.infoRight}
      </Button>
      <ButtonLink size="small" href="/preferences">
        {t.preferences.infoChange}
      </ButtonLink>
    </ConfirmLayout>
  )
}

function ConfirmAddress({ email, onDismiss }: { email: string; onDismiss: () => void }) {
  // `fixedCacheKey` preserves the result while another notice replaces this one.
  const [resend, { data, error, isLoading }] = useResendVerificationMutation({ fixedCacheKey: 'notice' })
  const text = data ? (data.sent ? t.preferences.resent(email) : t.preferences.confirmed) : t.preferences.confirmText(email)
  return (
    <ConfirmLayout title={t.preferences.confirmTitle} text={text} error={error} onDismiss={onDismiss}>
      {/* The button stays after success, so that the focus is not lost. */}
      <Button size="small" busy={isLoading} onClick={() => void resend()}>
        {t.preferences.resend}
      </Button>
    </ConfirmLayout>
  )
}

const ConfirmLayout = ({
  title,
  text,
  error,
  onDismiss,
  children,
}: {
  title: string
  text: string
  error: unknown
  onDismiss: () => void
  children: ReactNode
}) => (
  <Notice label={title} stacked actions={children} onDismiss={onDismiss}>
    <h2 className={noticeTitle}>{title}</h2>
    <p className={noticeText} role="status">
      {text}
    </p>
    <p className={styles.failed} role="alert">
      {Boolean(error) && failureMessage(error)}
    </p>
  </Notice>
)
