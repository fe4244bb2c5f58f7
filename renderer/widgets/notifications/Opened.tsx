import { useRef, useState, type RefObject } from 'react'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Popover } from '#ui/Popover.tsx'
import { SidePanel } from '#ui/SidePanel.tsx'
import { PushOptIn } from '../push/index.ts'
import { List } from './List.tsx'
import { closeNotifications, openNotifications, useShown } from './shown.ts'
import styles from './Opened.module.css'

/** The dropdown at the bell and the full side panel. */
export function Opened({ me, anchor }: { me: Me; anchor: RefObject<HTMLElement | null> }) {
  const { place } = useShown()
  // Captured on opening and retained from dropdown to panel, so that unread marks do not vanish while the list is open.
  const [since, setSince] = useState('')
  const [was, setWas] = useState<typeof place>('nowhere')
  if (place !== was) {
    setWas(place)
    if (was === 'nowhere') setSince(me.notificationsLastChecked ?? '')
  }
  // After a navigation the new page's heading gets the focus instead.
  const left = useRef(false)
  const leave = () => {
    left.current = true
    closeNotifications()
  }
  return (
    <>
      <Popover
        open={place === 'dropdown'}
        onOpenChange={(open) => !open && placeIs('dropdown', place)}
        anchor={anchor}
        label={t.notifications.title}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{t.notifications.title}</h2>
          <Button size="small" kind="plain" onClick={() => openNotifications('panel')}>
            {t.notifications.seeAll}
          </Button>
        </div>
        {/* Its links are the tab stops; Firefox makes every scroll container a tab stop. */}
        <div className={styles.scroll} tabIndex={-1}>
          <List me={me} since={since} onLeave={leave} />
        </div>
      </Popover>
      <SidePanel
        open={place === 'panel'}
        onClose={closeNotifications}
        title={t.notifications.title}
        finalFocus={() => {
          const gone = left.current
          left.current = false
          return gone ? false : anchor.current
        }}
      >
        <List me={me} since={since} endless onLeave={leave} />
        <PushOptIn place="panel" />
      </SidePanel>
    </>
  )
}

/** Ignore the dropdown's close event when the panel has replaced it. */
const placeIs = (closing: string, place: string): void => {
  if (place === closing) closeNotifications()
}
