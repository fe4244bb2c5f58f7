import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Me } from '#contract/schemas.ts'
import { notificationsApi, showChecked, useLazyNotificationStatusQuery } from '#data/notifications.ts'
import { usePoll } from '#data/poll.ts'
import { ownSubscription } from '#data/push.ts'
import { t } from '#texts/index.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { setUnread, countUnread, currentView, useNotificationsState } from './state.ts'
import { onCheckedInOtherTab } from './tabs.ts'
import { canReport, reportNotices } from './reportNotices.ts'
import { toEntries, useLatest } from './useNotifications.ts'

/** Polling interval for new notifications (A4.3). */
const pollIntervalMs = 10_000

/**
 * The bell's lazy part: counts unread notifications at startup and by polling, and announces new ones to screen
 * readers.
 */
export default function UnreadNotifications({ me }: { me: Me }) {
  const dispatch = useDispatch()
  const { unread } = useNotificationsState()
  const since = me.notificationsLastChecked
  const latest = useLatest()
  const [fetchStatus] = useLazyNotificationStatusQuery()

  /** The current `since`, to recognise a stale answer. */
  const latestSince = useRef(since)
  useEffect(() => {
    latestSince.current = since
  }, [since])
  /** The date of the newest notification that is known. A further one of a group that is unread already changes it, but not the count. */
  const newest = useRef<string | null>(null)
  const poll = () => {
    // The query is unchanged until notifications are read, so that the browser can revalidate its cached answer.
    void fetchStatus({ query: since === null ? {} : { minTime: since } }).then(({ data }) => {
      if (data === undefined || latestSince.current !== since) return
      const hasMore = data.latest !== null && data.latest > (newest.current ?? '')
      if (hasMore) newest.current = data.latest
      // While the list is open it shows new notifications instead of counting them.
      if (currentView() === 'closed') {
        setUnread(data.count)
        // For the desktop application, which names them.
        if (hasMore && canReport()) dispatch(notificationsApi.util.invalidateTags(['Notifications']))
      } else if (data.count > 0) dispatch(notificationsApi.util.invalidateTags(['Notifications']))
    })
  }
  usePoll(poll, { everyMs: pollIntervalMs, enabled: true })

  // Notifications that arrived before the page load are counted without waiting for the first poll.
  const isFirst = useRef(true)
  const [page] = latest.currentData?.pages ?? []
  useEffect(() => {
    if (!isFirst.current || page === undefined) return
    isFirst.current = false
    // Null: the loaded page is not sufficient to count.
    const count = countUnread(page, since)
    newest.current = page.activities[0]?.time ?? null
    if (count === null) poll()
    else if (currentView() === 'closed') setUnread(count)
  })

  useEffect(() => {
    if (page !== undefined) reportNotices(me.uid, toEntries([page]))
  }, [me.uid, page])

  useEffect(
    () =>
      onCheckedInOtherTab(me.uid, (checked) => {
        showChecked(dispatch, checked)
        setUnread(0)
      }),
    [dispatch, me.uid],
  )

  useEffect(() => {
    // Rejects if the browser denies push messages; nothing to do then.
    void checkPushSubscription().catch(() => undefined)
  }, [me.uid])

  return <UnreadAnnouncement unread={unread} />
}

/** Few browsers have a subscription: only they load its code. */
async function checkPushSubscription(): Promise<void> {
  if ((await ownSubscription()) === null) return
  const { syncPushSubscription } = await import('../push/index.ts')
  await syncPushSubscription()
}

/** Announces only increases of the count, not each poll. */
function UnreadAnnouncement({ unread }: { unread: number }) {
  const [previous, setPrevious] = useState(unread)
  const [announcement, setAnnouncement] = useState('')
  if (unread !== previous) {
    setPrevious(unread)
    setAnnouncement(unread > previous ? t.notifications.arrived(unread) : '')
  }
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  )
}
