import type { ReactNode } from 'react'
import type { Me } from '#contract/schemas.ts'
import { useAskForVerificationMutation, useSavePreferencesMutation } from '#data/accounts.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'
import styles from './ConfirmNotice.module.css'

interface ConfirmNoticeProps {
  me: Me
  /** Answered: there is nothing more to ask on this page. */
  onDone: () => void
  /** Put away for a time. */
  onDismiss: () => void
}

/** Asks a member what they alone can say: first whether what a network told of them is right (U13), then whether the address is theirs (BY7). */
export default function ConfirmNotice({ me, onDone, onDismiss }: ConfirmNoticeProps) {
  return me.onboarding.doConfirmInfo ? (
    <Info me={me} onDone={onDone} onDismiss={onDismiss} />
  ) : (
    <Address email={me.email} onDismiss={onDismiss} />
  )
}

function Info({ me: { name, email }, onDone, onDismiss }: ConfirmNoticeProps) {
  const [save, { error, isLoading }] = useSavePreferencesMutation()
  const confirm = async () => {
    if ((await save({ body: { onboarding: { doConfirmInfo: false } } })).data) onDone()
  }
  return (
    <Asks title={t.preferences.infoTitle} text={t.preferences.infoText(name, email)} error={error} onDismiss={onDismiss}>
      <Button size="small" kind="primary" busy={isLoading} onClick={() => void confirm()}>
        {t.preferences.infoRight}
      </Button>
      <ButtonLink size="small" href="/preferences">
        {t.preferences.infoChange}
      </ButtonLink>
    </Asks>
  )
}

function Address({ email, onDismiss }: { email: string; onDismiss: () => void }) {
  // Kept while another notice takes its place.
  const [ask, { data, error, isLoading }] = useAskForVerificationMutation({ fixedCacheKey: 'notice' })
  const text = data ? (data.sent ? t.preferences.resent(email) : t.preferences.confirmed) : t.preferences.confirmText(email)
  return (
    <Asks title={t.preferences.confirmTitle} text={text} error={error} onDismiss={onDismiss}>
      {/* It stays when it has done its work: nothing goes from under the focus. */}
      <Button size="small" busy={isLoading} onClick={() => void ask()}>
        {t.preferences.resend}
      </Button>
    </Asks>
  )
}

const Asks = ({
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
