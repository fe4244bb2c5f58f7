import { useState } from 'react'
import { X } from 'lucide-react'
import { dismissedCookie } from '#contract/rules.ts'
import { readCookie, setCookie, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Banners.module.css'

/** Read-only mode and announcements, above every screen. Announcements can be dismissed, on this browser. */
export function Banners() {
  const { notices } = useSite()
  const [dismissed, setDismissed] = useState(() => (readCookie(dismissedCookie) ?? '').split('.'))
  const shown = notices.filter(({ id }) => !dismissed.includes(id))
  function dismiss(id: string): void {
    // Without those that have ended, so that the cookie stays small.
    const ids = notices.map((notice) => notice.id).filter((other) => other === id || dismissed.includes(other))
    setDismissed(ids)
    setCookie(dismissedCookie, ids.join('.'))
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <aside aria-label={t.notices.label}>
          {shown.map(({ id, kind, text, href }) => (
            <div key={id} className={styles.banner} data-kind={kind}>
              <p>
                {kind !== 'info' && <strong>{kind === 'warning' ? t.notices.warning : t.notices.readOnly}</strong>}{' '}
                {text || t.notices.readOnlyText} {href && <a href={href}>{t.notices.more}</a>}
              </p>
              {kind !== 'readOnly' && (
                <IconButton name={t.notices.dismiss} icon={<Icon as={X} />} className={styles.dismiss} onClick={() => dismiss(id)} />
              )}
            </div>
          ))}
        </aside>
      )}
    </div>
  )
}
