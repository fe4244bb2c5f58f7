import { useRef } from 'react'
import { BellRing } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { showToast } from '#ui/toast.ts'
import { Devices } from './Devices.tsx'
import { usePush, type Push, type PushState } from './usePush.ts'
import styles from './PushOptIn.module.css'

/**
 * Push notifications on this device: status and button. In the preferences with the other devices; in the notification
 * panel only while they can be turned on.
 */
export function PushOptIn({ place }: { place: 'preferences' | 'panel' }) {
  const push = usePush({ withOthers: place === 'preferences' })
  const part = useRef<HTMLElement>(null)
  // Removing a device removes the focused button.
  useFocusFallback(part, () => part.current?.querySelector('h3'))
  if (place === 'panel') return canTurnOn(push) ? <Offer push={push} /> : null
  if (push.state === 'loading') return null
  return (
    <section ref={part} className={styles.section} aria-label={t.push.title}>
      <Offer push={push} />
      <Devices push={push} />
    </section>
  )
}

const canTurnOn = ({ state }: Push): boolean => state === 'off' || state === 'prompting' || state === 'busy' || state === 'failed'

/** Status line below the title. */
const textOf = (state: PushState): string => {
  if (state === 'on') return t.push.isOn
  if (state === 'application') return t.push.application
  if (state === 'home-screen') return t.push.homeScreen
  if (state === 'unsupported') return t.push.unsupported
  if (state === 'fixed') return t.push.fixed
  return state === 'prompting' ? t.push.prompting : t.push.text
}

/** Title, status or error, and the button that turns notifications on or off. */
function Offer({ push }: { push: Push }) {
  const { state, turnOn, turnOff } = push
  const on = state === 'on'
  const problem = state === 'denied' ? t.push.denied : state === 'failed' ? t.push.failed : null
  const action = async () => {
    if (on) await turnOff()
    else if (await turnOn()) showToast({ text: t.push.turnedOn, now: true })
  }
  return (
    <div className={styles.offer}>
      <span className={styles.icon}>
        <Icon as={BellRing} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title} tabIndex={-1}>
          {t.push.title}
        </h3>
        {problem === null && <p className={styles.text}>{textOf(state)}</p>}
        <p className={styles.text} role="alert">
          {problem}
        </p>
      </div>
      {(on || canTurnOn(push)) && (
        <Button size="small" busy={state === 'busy'} onClick={() => void action()}>
          {on ? t.push.turnOff : t.push.turnOn}
        </Button>
      )}
    </div>
  )
}
