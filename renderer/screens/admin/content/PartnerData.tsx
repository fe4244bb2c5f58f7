import type { PartnerEntry } from '#contract/schemas/partner.ts'
import { usePartnerSubmissionMutation } from '#data/adminContent.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Section } from '../sections.tsx'
import styles from './Content.module.css'

/** The private data of a submission to a partner's challenge (E1), only on request, as the log records who reads it. */
export function PartnerData({ id, partner, onRead }: { id: string; partner: string; onRead: () => void }) {
  const fields = Object.entries(t.adminContent.partnerFields) as [keyof PartnerEntry & keyof typeof t.adminContent.partnerFields, string][]
  const [read, { data, error, isLoading, reset }] = usePartnerSubmissionMutation()

  async function show(): Promise<void> {
    if ((await read({ params: { id } })).data) onRead()
  }

  return (
    <Section title={t.adminContent.partner}>
      <p className={styles.soft}>{t.adminContent.partnerText(partner)}</p>
      <div className={styles.line}>
        <Button busy={isLoading} aria-expanded={data !== undefined} onClick={() => (data ? reset() : void show())}>
          {data ? t.adminContent.hidePartner : t.adminContent.showPartner}
        </Button>
      </div>
      <p role="alert" className={styles.danger}>
        {error ? failureMessage(error) : null}
      </p>
      {data && (
        <dl className={styles.facts}>
          {fields.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{data.data[name]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
