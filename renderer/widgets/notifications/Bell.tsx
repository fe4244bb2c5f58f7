import { useEffect, useRef, useState, type RefObject } from 'react'
import { Bell as BellIcon } from 'lucide-react'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { forgetNotifications, openNotifications, closeNotifications, useShown } from './shown.ts'
import styles from './Bell.module.css'

const Watch = lazyComponent(() => import('./Watch.tsx'))

/** Delay of the first request in ms, to give the first screen priority. */
const firstLookAfter = 1500
/** Highest number shown in the badge. */
const most = 9

/** Notification bell in the top bar with an unread badge; not rendered for visitors. */
export function Bell() {
  const { me } = useMe()
  return me && <MembersBell key={me.uid} />
}

function MembersBell() {
  const button = useRef<HTMLButtonElement>(null)
  const { place, fresh } = useShown()
  const watching = useLater(place !== 'nowhere')
  useEffect(() => forgetNotifications, [])
  // Narrow windows have no space for a dropdown.
  const open = () => openNotifications(matchMedia('(max-width: 700px)').matches ? 'panel' : 'dropdown')
  return (
    <>
      <span className={styles.bell}>
        <IconButton
          ref={button}
          name={fresh > 0 ? t.notifications.some(fresh) : t.notifications.title}
          icon={<Icon as={BellIcon} />}
          aria-haspopup="dialog"
          aria-expanded={place !== 'nowhere'}
          onClick={() => (place === 'nowhere' ? open() : closeNotifications())}
        />
        {fresh > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {fresh > most ? `${most}+` : fresh}
          </span>
        )}
      </span>
      {watching && (
        <Watch anchor={button as RefObject<HTMLElement | null>} {...asWindow({ open: place !== 'nowhere' }, closeNotifications)} />
      )}
    </>
  )
}

function useLater(now: boolean): boolean {
  const [due, setDue] = useState(now)
  if (now && !due) setDue(true)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstLookAfter)
    return () => clearTimeout(timer)
  }, [])
  return due
}
