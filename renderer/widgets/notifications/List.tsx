import { useEffect } from 'react'
import { BellOff } from 'lucide-react'
import type { Me } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { useNotificationsCheckedMutation } from '#data/notifications.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Row } from './Row.tsx'
import { broadcastChecked } from './tabs.ts'
import { useNotifications } from './useNotifications.ts'
import styles from './List.module.css'

interface ListProps {
  me: Me
  /** Time up to which notifications were read when the list opened; newer ones are shown as unread. */
  readUntil: string
  /** Loads further pages by scrolling. */
  endless?: boolean
  /** Called when a notification's link is clicked. */
  onLeave: () => void
}

/** Notifications, newest first. Displaying them marks them as read. */
export function List({ me, readUntil, endless = false, onLeave }: ListProps) {
  const list = useNotifications()
  const { notifications: entries, newest, failed } = list
  useMarkAsRead(me, newest)

  if (failed !== null) return <ErrorState level={3} title={t.notifications.failed} message={failureMessage(failed)} onRetry={list.retry} />
  if (entries === undefined) return <NotificationsSkeleton count={6} />
  if (entries.length === 0)
    return (
      <div className={styles.none}>
        <EmptyState level={3} title={t.notifications.none} icon={<Icon as={BellOff} size={28} />} />
      </div>
    )
  return (
    <>
      <ul className={styles.list} aria-label={t.notifications.title}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <Row entry={entry} unread={entry.time > readUntil} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {endless && (
        <ListTail
          more={list.more}
          onMore={list.loadMore}
          skeleton={<NotificationsSkeleton count={2} />}
          failed={{ title: t.notifications.failed, message: failureMessage(list.error) }}
        />
      )}
    </>
  )
}

/** Marks notifications up to the newest displayed one as read, also in other tabs. */
function useMarkAsRead({ uid, notificationsLastChecked }: Me, newest: string | undefined): void {
  const [check] = useNotificationsCheckedMutation()
  useEffect(() => {
    if (newest === undefined || newest <= (notificationsLastChecked ?? '')) return
    void check(newest)
    broadcastChecked(uid, newest)
  }, [check, uid, newest, notificationsLastChecked])
}

const NotificationsSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.common.loading} count={count}>
    <SkeletonRow
      className={styles.skeleton}
      picture="2.5rem"
      words={styles.lines}
      widths={['90%', '30%']}
      heights={['0.9rem', '0.75rem']}
    />
  </SkeletonGroup>
)
