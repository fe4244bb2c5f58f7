import type { Suspension } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { fullDate } from '#ui/format.ts'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'

/** Why and until when the account is suspended, with a link to the account history. */
const SuspensionNotice = ({ suspension: { until, reason }, onDismiss }: { suspension: Suspension; onDismiss: () => void }) => (
  <Notice
    label={t.accountHistory.suspendedTitle}
    stacked
    onDismiss={onDismiss}
    actions={
      <ButtonLink size="small" href="/preferences?tab=history">
        {t.accountHistory.details}
      </ButtonLink>
    }
  >
    <h2 className={noticeTitle}>{t.accountHistory.suspendedTitle}</h2>
    <p className={noticeText} role="status">
      {until === null ? t.accountHistory.endless : t.accountHistory.until(fullDate(until))} {t.accountHistory.allowed}{' '}
      {t.accountHistory.reason(reason)}
    </p>
  </Notice>
)

export default SuspensionNotice
