import { useRef } from 'react'
import { BellRing } from 'lucide-react'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeptFocus } from '../../ui/focus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { showToast } from '../../ui/toast.ts'
import { Devices } from './Devices.tsx'
import { usePush, type Push } from './usePush.ts'
import styles from './PushOptIn.module.css'

/**
 * Offers messages on this device. In the preferences with the other devices; at the end of the panel only while
 * there is something to turn on.
 */
export function PushOptIn({ place }: { place: 'preferences' | 'panel' }) {
  const push = usePush()
  const part = useRef<HTMLElement>(null)
  useKeptFocus(part, () => part.current?.querySelector('h3'))
  if (push.state === 'unsupported') return null
  if (place === 'panel') return push.state === 'on' || push.state === 'denied' ? null : <Offer push={push} />
  return (
    <section ref={part} className={styles.section} aria-label={t.push.title}>
      <Offer push={push} />
      <Devices push={push} />
    </section>
  )
}

function Offer({ push: { state, turnOn, turnOff } }: { push: Push }) {
  const on = state === 'on'
  const problem = state === 'denied' ? t.push.denied : state === 'failed' ? t.push.failed : null
  const act = () => (on ? turnOff() : turnOn().then(() => Notification.permission === 'granted' && showToast({ text: t.push.turnedOn, now: true })))
  return (
    <div className={styles.offer}>
      <span className={styles.icon}><Icon as={BellRing} /></span>
      <div className={styles.words}>
        <h3 className={styles.title} tabIndex={-1}>{t.push.title}</h3>
        {problem === null && <p className={styles.text}>{on ? t.push.isOn : t.push.text}</p>}
        <p className={styles.text} role="alert">{problem}</p>
      </div>
      {state !== 'denied' && <Button size="small" busy={state === 'busy'} onClick={() => void act()}>{on ? t.push.turnOff : t.push.turnOn}</Button>}
    </div>
  )
}
