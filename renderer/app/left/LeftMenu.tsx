import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useNotificationsShown } from '#widgets/notifications/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { useNoticeHold } from '#ui/notices.ts'
import { returnTo, useOpener } from '#ui/opener.ts'
import { listenForSwipes } from '#ui/swipe.ts'
import dialog from '#ui/Dialog.module.css'
import { useMe, useSite } from '#data/index.ts'
import { Logo } from '#ui/Logo.tsx'
import { leftMenu, type MenuAction, type Entry } from '../menu.ts'
import { icons, labelOf, useMenuAction } from '../top/entries.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import type { LeftMenuState } from './useLeftMenu.ts'
import styles from './LeftMenu.module.css'

/** The left menu with all entries of the shell (A2.2). */
export default function LeftMenu({ isOpen, hide }: Pick<LeftMenuState, 'isOpen' | 'hide'>) {
  const opener = useOpener(isOpen)
  const { me } = useMe()
  const site = useSite()
  const run = useMenuAction()
  useNoticeHold(isOpen)
  // An action that opens a dialog runs after the menu has closed and restored the focus.
  const pendingAction = useRef<MenuAction | null>(null)
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  useEffect(() => (sheet ? listenForSwipes(sheet, (direction) => direction === 'back' && hide('now')) : undefined), [sheet, hide])

  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { reason, cancel }) => {
        if (next) return
        if (reason !== 'outside-press') return hide('now')
        // A press outside closes the menu with a delay (A9).
        cancel()
        hide('soon')
      }}
      onOpenChangeComplete={(isStillOpen) => {
        const action = pendingAction.current
        pendingAction.current = null
        if (!isStillOpen && action !== null) run(action)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup ref={setSheet} className={styles.sheet} finalFocus={() => returnTo(opener)}>
          <div className={styles.head}>
            <Link href="/discover" className={styles.home} aria-label={t.shell.home} onClick={() => hide('soon')}>
              <Logo />
              <span className={styles.name}>{t.common.product}</span>
            </Link>
            <Base.Title className={dialog.hiddenTitle}>{t.shell.leftMenu}</Base.Title>
            <Base.Close render={<IconButton name={t.common.close} icon={<Icon as={X} />} />} />
          </div>
          <nav className={styles.body} aria-label={t.shell.leftMenu}>
            {leftMenu({ me, site }).map((group, at) => (
              <ul key={at} className={styles.group}>
                {group.map((entry) => (
                  <li key={entry.id}>
                    <Row
                      entry={entry}
                      picture={entry.id === 'profile' && me ? <Avatar member={me} size="small" /> : undefined}
                      onLeave={() => hide('soon')}
                      onAction={(action) => {
                        pendingAction.current = action
                        hide('now')
                      }}
                    />
                  </li>
                ))}
              </ul>
            ))}
            <ThemeChoice />
            <p className={styles.note}>{t.menu.copyright(site.copyrightYear)}</p>
          </nav>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Row({
  entry,
  picture,
  onLeave,
  onAction,
}: {
  entry: Entry
  picture: ReactNode
  onLeave: () => void
  onAction: (action: MenuAction) => void
}) {
  const [path] = useLocation()
  const { unread: fresh } = useNotificationsShown()
  const content = (
    <>
      <span className={styles.icon}>{picture ?? <Icon as={icons[entry.id]} />}</span>
      {labelOf(entry.id)}
      {entry.id === 'notifications' && fresh > 0 && <span className={styles.fresh}>{t.menu.fresh(fresh)}</span>}
    </>
  )
  const className = classes(styles.entry, entry.id === 'join' && styles.join)
  if (entry.href === undefined)
    return (
      <button type="button" className={className} onClick={() => onAction(entry.id)}>
        {content}
      </button>
    )
  if (!entry.href.startsWith('/'))
    return (
      <a className={className} href={entry.href} target="_blank" rel="noopener" onClick={onLeave}>
        {content}
      </a>
    )
  return (
    <Link className={className} href={entry.href} aria-current={path === entry.href ? 'page' : undefined} onClick={onLeave}>
      {content}
    </Link>
  )
}
