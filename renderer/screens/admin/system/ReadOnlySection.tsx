import { useState } from 'react'
import type { ReadOnlyState } from '#contract/endpoints/notices.ts'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#data/index.ts'
import { useReadOnlyStateQuery, useSwitchReadOnlyOffMutation, useSwitchReadOnlyOnMutation } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { showToast } from '#ui/toast.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { Section } from '../sections.tsx'
import styles from './system.module.css'

/** Switches read-only mode, with its reason. */
export function ReadOnlySection() {
  const { data, error, refetch } = useReadOnlyStateQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Section title={t.system.readOnly.title}>
      <p className={styles.soft}>{t.system.readOnly.text}</p>
      <p className={styles.error} role="alert">
        {error && !data ? failureMessage(error) : null}
      </p>
      {data?.by === 'operator' && <p>{t.system.readOnly.byOperator}</p>}
      {data && data.by !== 'operator' && <ReadOnlyForm key={data.reason} state={data} onChanged={() => void refetch()} />}
    </Section>
  )
}

function ReadOnlyForm({ state: { reason, since }, onChanged }: { state: ReadOnlyState; onChanged: () => void }) {
  const [draft, setDraft] = useState(reason ?? '')
  const [switchOn, on] = useSwitchReadOnlyOnMutation()
  const [switchOff, off] = useSwitchReadOnlyOffMutation()
  const isOn = reason !== null

  /** Focuses the heading, because the form is replaced. */
  async function run(change: PromiseLike<{ error?: unknown }>, done: string): Promise<void> {
    const { error } = await change
    if (error !== undefined) return
    document.querySelector<HTMLElement>('main section h2')?.focus({ preventScroll: true })
    showToast({ text: done, now: true })
    onChanged()
  }

  return (
    <form
      className={styles.section}
      aria-label={t.system.readOnly.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!on.isLoading) void run(switchOn({ body: { reason: draft } }), t.system.readOnly.isOn)
      }}
    >
      <p>
        {isOn ? (
          <strong>
            {t.system.readOnly.on} {since !== null && <TimeAgo instant={since} />}
          </strong>
        ) : (
          t.system.readOnly.off
        )}
      </p>
      <Field
        label={t.system.readOnly.reason}
        hint={t.system.readOnly.hint}
        name="reason"
        autoComplete="off"
        maxLength={limits.notices.reason}
        error={on.error ? failureMessage(on.error) : off.error ? failureMessage(off.error) : undefined}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        {isOn && (
          <Button kind="primary" busy={off.isLoading} onClick={() => void run(switchOff(), t.system.readOnly.isOff)}>
            {t.system.readOnly.switchOff}
          </Button>
        )}
        <Button type="submit" busy={on.isLoading}>
          {isOn ? t.system.readOnly.change : t.system.readOnly.switchOn}
        </Button>
      </div>
    </form>
  )
}
