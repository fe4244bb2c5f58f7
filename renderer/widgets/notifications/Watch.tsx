import { useEffect, useRef, useState, type RefObject } from 'react'
import { useDispatch } from 'react-redux'
import type { Me } from '#contract/schemas.ts'
import { useMe } from '#data/index.ts'
import { notificationsApi, showChecked, useLazyNotificationStatusQuery } from '#data/notifications.ts'
import { usePoll } from '#data/poll.ts'
import { t } from '#texts/index.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { settlePush } from '../push/index.ts'
import { Opened } from './Opened.tsx'
import { countFresh, freshIn, placeNow, useShown } from './shown.ts'
import { onCheckedElsewhere } from './tabs.ts'
import { useLatest } from './useNotifications.ts'

/** Polling interval for new notifications (A4.3). */
const everyMs = 10_000

/** The bell's lazy part: initial load, polling, dropdown and panel. */
export default function Watch({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const { me } = useMe()
  return me && <Watching me={me} anchor={anchor} />
}

function Watching({ me, anchor }: { me: Me; anchor: RefObject<HTMLElement | null> }) {
  const dispatch = useDispatch()
  const { fresh } = useShown()
  const since = me.notificationsLastChecked
  const latest = useLatest()
  const [ask] = useLazyNotificationStatusQuery()

  const now = useRef(since)
  useEffect(() => {
    now.current = since
  }, [since])
  const poll = () => {
    // The query is unchanged until notifications are read, so that the browser can revalidate its cached answer.
    void ask({ query: since === null ? {} : { minTime: since } }).then(({ data }) => {
      if (data === undefined || now.current !== since) return
      if (placeNow() === 'nowhere') countFresh(data.count)
      else if (data.count > 0) dispatch(notificationsApi.util.invalidateTags(['Notifications']))
    })
  }
  usePoll(poll, { everyMs, enabled: true })

  // Notifications that arrived before the page load are counted without waiting for the first poll.
  const first = useRef(true)
  const [page] = latest.currentData?.pages ?? []
  useEffect(() => {
    if (!first.current || page === undefined) return
    first.current = false
    const count = freshIn(page, since)
    if (count === null) poll()
    else if (placeNow() === 'nowhere') countFresh(count)
  })

  useEffect(
    () =>
      onCheckedElsewhere(me.uid, (checked) => {
        showChecked(dispatch, checked)
        countFresh(0)
      }),
    [dispatch, me.uid],
  )

  useEffect(() => {
    // Rejects if the browser denies push messages; nothing to do then.
    void settlePush().catch(() => undefined)
  }, [me.uid])

  return (
    <>
      <Arrival fresh={fresh} />
      <Opened me={me} anchor={anchor} />
    </>
  )
}

/** Announces only increases of the count, not each poll. */
function Arrival({ fresh }: { fresh: number }) {
  const [known, setKnown] = useState(fresh)
  const [said, setSaid] = useState('')
  if (fresh !== known) {
    setKnown(fresh)
    setSaid(fresh > known ? t.notifications.arrived(fresh) : '')
  }
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}
