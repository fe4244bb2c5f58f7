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

/** The dropdown at the bell, and the panel with all there is. */
export function Opened({ me, anchor }: { me: Me; anchor: RefObject<HTMLElement | null> }) {
  const { place } = useShown()
  // As it was when this opened, and on from the dropdown to the panel: looking at what is new does not make it old at once.
  const [since, setSince] = useState('')
  const [was, setWas] = useState<typeof place>('nowhere')
  if (place !== was) {
    setWas(place)
    if (was === 'nowhere') setSince(me.notificationsLastChecked ?? '')
  }
  // A page that is gone to gives the focus to its own heading.
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
        {/* The links in it are tab stops; Firefox makes one of every box that scrolls. */}
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

/** The panel that took the dropdown's place stays. */
const placeIs = (closing: string, place: string): void => {
  if (place === closing) closeNotifications()
}
