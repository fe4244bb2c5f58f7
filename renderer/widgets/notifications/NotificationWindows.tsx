import { useRef, useState, type RefObject } from 'react'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Popover } from '#ui/Popover.tsx'
import { SidePanel } from '#ui/SidePanel.tsx'
import { PushOptIn } from '../push/index.ts'
import { List } from './List.tsx'
import { closeNotifications, openNotifications, useNotificationsState } from './state.ts'
import styles from './NotificationWindows.module.css'

/** The dropdown at the bell and the full side panel. */
export default function NotificationWindows({ me, anchor }: { me: Me; anchor: RefObject<HTMLElement | null> }) {
  const { view } = useNotificationsState()
  // Captured on opening and retained from dropdown to panel: displaying the list marks everything as read, and the
  // unread dots must not vanish while it is open.
  const [readUntil, setReadUntil] = useState('')
  const [previousView, setPreviousView] = useState<typeof view>('closed')
  if (view !== previousView) {
    setPreviousView(view)
    if (previousView === 'closed') setReadUntil(me.notificationsLastChecked ?? '')
  }
  // After a navigation the new page's heading gets the focus instead.
  const hasNavigated = useRef(false)
  const closeForNavigation = () => {
    hasNavigated.current = true
    closeNotifications()
  }
  return (
    <>
      <Popover
        open={view === 'dropdown'}
        onOpenChange={(open) => !open && closeIfCurrent('dropdown', view)}
        anchor={anchor}
        label={t.notifications.title}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{t.notifications.title}</h2>
          <Button size="small" kind="plain" onClick={() => openNotifications('panel')}>
            {t.notifications.seeAll}
          </Button>
        </div>
        {/* `tabIndex`: Firefox makes every scroll container a tab stop, but the links in it suffice. */}
        <div className={styles.scroll} tabIndex={-1}>
          <List me={me} readUntil={readUntil} onLeave={closeForNavigation} />
        </div>
      </Popover>
      <SidePanel
        open={view === 'panel'}
        onClose={closeNotifications}
        title={t.notifications.title}
        finalFocus={() => {
          const navigated = hasNavigated.current
          hasNavigated.current = false
          return navigated ? false : anchor.current
        }}
      >
        <List me={me} readUntil={readUntil} endless onLeave={closeForNavigation} />
        <PushOptIn place="panel" />
      </SidePanel>
    </>
  )
}

/** Closes the view `closing`. Ignores the dropdown's close event if the panel has replaced it. */
const closeIfCurrent = (closing: string, view: string): void => {
  if (view === closing) closeNotifications()
}
