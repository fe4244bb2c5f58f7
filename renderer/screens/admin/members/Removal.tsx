import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { messages } from '#contract/messages.ts'
import type { AdminMember, ContentRemoval, RemovalPreview } from '#contract/schemas/adminMembers.ts'
import { useLazyRemovalPreviewQuery, useRemoveContentMutation } from '#data/adminMembers.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { Section } from '../sections.tsx'
import styles from './Members.module.css'

/** In days; null is everything. */
const periods = { day: 1, week: 7, month: 30, all: null } as const
type Period = keyof typeof periods
const periodNames = Object.keys(periods) as Period[]

const sinceOf = (period: Period): { since?: string } => {
  const days = periods[period]
  return days === null ? {} : { since: new Date(Date.now() - days * 86_400_000).toISOString() }
}
const totalOf = ({ posts, comments, beads }: Pick<RemovalPreview, 'posts' | 'comments' | 'beads'>): number => posts + comments + beads

interface RemovalProps {
  member: AdminMember
  /** The latest one. */
  removal: ContentRemoval | null
  onStarted: () => void
}

/** Removes the content of a member of a period, after a preview. */
export function Removal({ member: { uid }, removal, onStarted }: RemovalProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { readOnly } = useSite()
  const [period, setPeriod] = useState<Period>('week')
  const [preview, setPreview] = useState<RemovalPreview | null>(null)
  const [failure, setFailure] = useState('')
  const [load, { isFetching }] = useLazyRemovalPreviewQuery()
  const isRunning = removal?.status === 'running'

  async function show(): Promise<void> {
    const { data, error } = await load({ params: { uid }, query: sinceOf(period) })
    setFailure(data ? '' : failureMessage(error))
    setPreview(data ?? null)
  }

  return (
    <Section title={t.adminMembers.removal} heading={heading}>
      <p className={styles.soft}>{t.adminMembers.removalText}</p>
      <p role="status">{removal && <Progress removal={removal} />}</p>
      {!isRunning && !readOnly && (
        <form
          className={styles.period}
          aria-label={t.adminMembers.removal}
          onSubmit={(event) => {
            event.preventDefault()
            void show()
          }}
        >
          <SelectField
            label={t.adminMembers.period}
            name="period"
            options={periodNames.map((value) => ({ value, title: t.adminMembers.periods[value] }))}
            value={period}
            onChange={(event) => {
              setPeriod(event.currentTarget.value as Period)
              // The preview of another period must not be confirmed.
              setPreview(null)
            }}
          />
          <Button type="submit" busy={isFetching}>
            {t.adminMembers.preview}
          </Button>
        </form>
      )}
      <p role="alert">{failure}</p>
      {preview && !isRunning && (
        <Preview
          uid={uid}
          preview={preview}
          onStarted={() => {
            setPreview(null)
            heading.current?.focus()
            onStarted()
          }}
        />
      )}
    </Section>
  )
}

function Progress({ removal }: { removal: ContentRemoval }) {
  if (removal.status === 'stopped') return t.adminMembers.stopped
  if (removal.status === 'running') return t.adminMembers.removing(totalOf(removal.left), totalOf(removal))
  return (
    <>
      {t.adminMembers.removed(removal)} <TimeAgo instant={removal.creationDate} />
    </>
  )
}

function Preview({ uid, preview, onStarted }: { uid: string; preview: RemovalPreview; onStarted: () => void }) {
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<{ reason?: string; form?: string }>({})
  const [remove, { isLoading }] = useRemoveContentMutation()
  const { before, since, othersBeads, sample } = preview

  async function submit(): Promise<void> {
    if (isLoading) return
    if (reason.trim() === '') return setFailure({ reason: messages.reasonRequired })
    const body = { before, ...(since !== null && { since }), reason: reason.trim() }
    const { error } = await remove({ params: { uid }, body })
    if (error === undefined) onStarted()
    else setFailure({ form: failureMessage(error) })
  }

  return (
    <form
      className={styles.preview}
      aria-label={t.adminMembers.preview}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p role="status">
        <strong>{totalOf(preview) === 0 ? t.adminMembers.nothing : t.adminMembers.previewed(preview)}</strong>
      </p>
      {othersBeads > 0 && <p className={styles.soft}>{t.adminMembers.othersBeads(othersBeads)}</p>}
      {totalOf(preview) > 0 && (
        <>
          <ul className={styles.sample} aria-label={t.adminMembers.sample}>
            {sample.map(({ kind, id, title, href, creationDate }) => (
              <li key={id}>
                <span className={styles.soft}>{t.adminMembers.kinds[kind]}</span> <Link href={href}>{title}</Link>{' '}
                <TimeAgo instant={creationDate} className={styles.soft} />
              </li>
            ))}
          </ul>
          <ReasonField
            label={t.adminMembers.reason}
            hint={t.adminMembers.reasonHint}
            value={reason}
            error={failure.reason}
            onChange={(given) => {
              setReason(given)
              setFailure({})
            }}
          />
          <div className={styles.line}>
            <Button type="submit" kind="danger" busy={isLoading}>
              {t.adminMembers.remove}
            </Button>
          </div>
          <p role="alert">{failure.form}</p>
        </>
      )}
    </form>
  )
}
