import { useRef, useState } from 'react'
import type { Announcement } from '#contract/endpoints/notices.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { useAnnouncementsInfiniteQuery, useEndAnnouncementMutation } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { fullDate } from '#ui/format.ts'
import { Section } from '../sections.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import styles from './system.module.css'

/** Announcements: those that are shown, future ones and earlier ones. */
export function AnnouncementSection() {
  const query = useAnnouncementsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  const announcements = data?.pages.flatMap(({ results }) => results) ?? []
  const more = moreOf(query)
  return (
    <Section title={t.system.announcements.title}>
      <AnnouncementForm edited={null} onSaved={() => void query.refetch()} />
      <p className={styles.error} role="alert">
        {error ? failureMessage(error) : null}
      </p>
      {data && announcements.length === 0 && <p className={styles.soft}>{t.system.announcements.none}</p>}
      <ul className={styles.rows} aria-label={t.system.announcements.title}>
        {announcements.map((announcement) => (
          <AnnouncementRow key={announcement.id} announcement={announcement} onChanged={() => void query.refetch()} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.buttons}>
          <Button size="small" busy={more === 'loading'} onClick={() => void query.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        </div>
      )}
    </Section>
  )
}

function stateOf({ startDate, endDate }: Announcement): 'future' | 'current' | 'past' {
  const now = Date.now()
  return Date.parse(endDate) <= now ? 'past' : Date.parse(startDate) > now ? 'future' : 'current'
}

function AnnouncementRow({ announcement, onChanged }: { announcement: Announcement; onChanged: () => void }) {
  const [isEdited, setEdited] = useState(false)
  const [end, { isLoading }] = useEndAnnouncementMutation()
  const row = useRef<HTMLLIElement>(null)
  const { id, kind, text, href, startDate, endDate } = announcement
  const state = stateOf(announcement)

  /** The form or button with the focus disappears: focus the row. */
  const focusRow = (): void => row.current?.focus({ preventScroll: true })

  async function endNow(): Promise<void> {
    const { error } = await end({ params: { id } })
    if (error) showToast({ text: failureMessage(error), kind: 'error', now: true })
    else {
      focusRow()
      showToast({ text: t.system.announcements.ended, now: true })
      onChanged()
    }
  }

  return (
    <li ref={row} tabIndex={-1} className={styles.row}>
      <div className={styles.words}>
        <span>{text}</span>
        <span className={styles.soft}>
          {t.system.announcements.kinds[kind]} · {t.system.announcements.states[state]}{' '}
          {state === 'past' ? <TimeAgo instant={endDate} /> : fullDate(state === 'future' ? startDate : endDate)}
          {href !== null && ` · ${href}`}
        </span>
      </div>
      {state !== 'past' && !isEdited && (
        <div className={styles.buttons}>
          <Button size="small" aria-label={t.system.announcements.editOf(text)} onClick={() => setEdited(true)}>
            {t.system.announcements.edit}
          </Button>
          <Button size="small" busy={isLoading} aria-label={t.system.announcements.endOf(text)} onClick={() => void endNow()}>
            {t.system.announcements.endNow}
          </Button>
        </div>
      )}
      {isEdited && (
        <AnnouncementForm
          edited={announcement}
          onCancel={() => {
            setEdited(false)
            focusRow()
          }}
          onSaved={() => {
            setEdited(false)
            focusRow()
            onChanged()
          }}
        />
      )}
    </li>
  )
}
