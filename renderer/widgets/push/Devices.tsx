import { useState } from 'react'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { date } from '#ui/format.ts'
import { showToast } from '#ui/toast.ts'
import { deviceName } from './device.ts'
import type { Browser, Push } from './usePush.ts'
import styles from './PushOptIn.module.css'

/** List of the member's other browsers with push notifications, each with a button that turns them off. */
export function Devices({ push: { state, browsers, isThis, remove } }: { push: Push }) {
  const [removing, setRemoving] = useState<string | null>(null)
  const others = browsers.filter((browser) => !isThis(browser))
  if (others.length === 0) return null
  const removeBrowser = async (browser: Browser) => {
    setRemoving(browser.id)
    await remove(browser).catch((error: unknown) => showToast({ text: failureMessage(error), kind: 'error', now: true }))
    setRemoving(null)
  }
  return (
    <>
      <h3 className={styles.title}>{t.push.devices}</h3>
      <ul className={styles.devices}>
        {others.map((browser) => {
          const name = deviceName(browser.userAgent)
          return (
            <li key={browser.id} className={styles.device}>
              <span className={styles.words}>
                <span>{name}</span>
                <span className={styles.text}>{t.push.since(date(browser.creationDate))}</span>
              </span>
              {state !== 'fixed' && (
                <Button
                  size="small"
                  kind="plain"
                  busy={removing === browser.id}
                  aria-label={t.push.removeDevice(name)}
                  onClick={() => void removeBrowser(browser)}
                >
                  {t.push.remove}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
