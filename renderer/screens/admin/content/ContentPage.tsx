import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { useAdminContentQuery } from '#data/adminContent.ts'
import { failureMessage, isFailure, useSite } from '#data/index.ts'
import { adminLogPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { FlagList } from '../FlagList.tsx'
import { LogEntry } from '../LogEntry.tsx'
import { Section } from '../sections.tsx'
import { ContentHead } from './ContentHead.tsx'
import { CuratorForm } from './CuratorForm.tsx'
import { DaySection } from './DaySection.tsx'
import { Deletion } from './Deletion.tsx'
import { FeaturedPost } from './FeaturedPost.tsx'
import { PartnerData } from './PartnerData.tsx'
import styles from './Content.module.css'

/** A playlist, post or comment with what admins see and change of it. */
export function ContentPage({ id }: { id: string }) {
  const { readOnly } = useSite()
  const { currentData: content, error, refetch } = useAdminContentQuery({ params: { id } })
  const [deleted, setDeleted] = useState<AdminContent['kind'] | null>(null)
  const onChanged = (): void => void refetch()
  if (deleted) return <Notice id={id} title={t.adminContent.removed[deleted]} isFocused />
  if (!content) {
    if (!error) return <Loading />
    if (isFailure(error) && error.status === 404) return <Notice id={id} title={t.adminContent.missing} text={t.adminContent.missingText} />
    return <ErrorState message={failureMessage(error)} onRetry={onChanged} />
  }
  const { kind, submission, state } = content
  return (
    <div className={styles.content}>
      <ContentHead content={content} />
      {kind !== 'bead' && <Flags content={content} />}
      {submission && <PartnerData id={id} partner={submission.partner} onRead={onChanged} />}
      {kind === 'bead' && <CuratorForm content={content} onChanged={onChanged} />}
      {kind !== 'comment' && <FeaturedPost content={content} onChanged={onChanged} />}
      {kind === 'bead' && <DaySection content={content} onChanged={onChanged} />}
      <Actions content={content} />
      {!readOnly && state !== 'deleted' && <Deletion content={content} onDeleted={() => setDeleted(kind)} />}
    </div>
  )
}

const Loading = () => (
  <SkeletonGroup label={t.admin.loading}>
    <Skeleton width="100%" height="16rem" />
  </SkeletonGroup>
)

/** In place of content that does not exist, with a link to its admin actions. */
function Notice({ id, title, text, isFocused = false }: { id: string; title: string; text?: string; isFocused?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  return (
    <div className={styles.notice} role="status">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {text !== undefined && <p>{text}</p>}
      <p>
        <Link href={adminLogPath(id)}>{t.adminContent.toLog}</Link>
      </p>
    </div>
  )
}

function Flags({ content: { flags } }: { content: AdminContent }) {
  return (
    <Section title={t.adminContent.flags}>
      {flags === null ? (
        <p>{t.adminContent.flagsNone}</p>
      ) : (
        <>
          <p className={styles.line}>
            {flags.status === 'open' ? t.adminContent.flagsOpen(flags.flagCount) : t.adminContent.flagsDismissed}
            {flags.status === 'open' && <Link href="/admin">{t.adminContent.toReview}</Link>}
          </p>
          <FlagList flags={flags} />
        </>
      )}
    </Section>
  )
}

function Actions({ content: { id, actions } }: { content: AdminContent }) {
  return (
    <Section title={t.adminContent.actions}>
      {actions.length === 0 ? (
        <p>{t.adminContent.actionsNone}</p>
      ) : (
        <>
          <ul className={styles.list} aria-label={t.adminContent.actions}>
            {actions.map((entry) => (
              <LogEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <p>
            <Link href={adminLogPath(id)}>{t.adminContent.allActions}</Link>
          </p>
        </>
      )}
    </Section>
  )
}
