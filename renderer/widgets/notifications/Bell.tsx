import { useEffect, useRef, useState, type RefObject } from 'react'
import { Bell as BellIcon } from 'lucide-react'
import type { Me } from '#contract/schemas.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { resetNotifications, openNotifications, closeNotifications, useNotificationsState } from './state.ts'
import styles from './Bell.module.css'

const UnreadNotifications = lazyComponent(() => import('./UnreadNotifications.tsx'))
const NotificationWindows = lazyComponent(() => import('./NotificationWindows.tsx'))

/** Delay of the first request in ms, to give the first screen priority. */
const initialDelayMs = 1500
/** Highest number shown in the badge; above it, the badge shows "9+". */
const maxBadge = 9

/** Notification bell in the top bar with an unread badge; not rendered for visitors. */
export function Bell() {
  const { me } = useMe()
  return me && <MembersBell key={me.uid} me={me} />
}

function MembersBell({ me }: { me: Me }) {
  const button = useRef<HTMLButtonElement>(null)
  const { view, unread } = useNotificationsState()
  const isOpen = view !== 'closed'
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  const isPolling = useDelayed(isOpen)
  // Resets on unmount: the member has signed out or changed.
  useEffect(() => resetNotifications, [])
  // Narrow windows have no space for a dropdown.
  const open = () => openNotifications(matchMedia('(max-width: 700px)').matches ? 'panel' : 'dropdown')
  return (
    <>
      <span className={styles.bell}>
        <IconButton
          ref={button}
          name={unread > 0 ? t.notifications.some(unread) : t.notifications.title}
          icon={<Icon as={BellIcon} />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={NotificationWindows.preload}
          onFocus={NotificationWindows.preload}
          onClick={() => (isOpen ? closeNotifications() : open())}
        />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unread > maxBadge ? `${maxBadge}+` : unread}
          </span>
        )}
      </span>
      {isPolling && <UnreadNotifications me={me} />}
      {hasOpened && (
        <NotificationWindows me={me} anchor={button as RefObject<HTMLElement | null>} {...asWindow({ open: isOpen }, closeNotifications)} />
      )}
    </>
  )
}

/** True after `initialDelayMs`, or as soon as `immediate` is true. */
function useDelayed(immediate: boolean): boolean {
  const [due, setDue] = useState(immediate)
  if (immediate && !due) setDue(true)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), initialDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return due
}
