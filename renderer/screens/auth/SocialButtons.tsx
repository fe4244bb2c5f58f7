import { Link } from 'wouter'
import { Mail } from 'lucide-react'
import type { Network } from '#contract/rules.ts'
import { saveIntent, useSite, type Intent } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NetworkMark } from '#ui/NetworkMark.tsx'
import { popups } from './popup.ts'
import { setSignupCookies } from './signupCookies.ts'
import type { useSocial } from './useSocial.ts'
import styles from './SocialButtons.module.css'

interface SocialButtonsProps {
  social: ReturnType<typeof useSocial>
  intent: Intent | null
  /** Where the page itself goes to the network, and returns to: where pop-ups do not appear. Null: pop-ups. */
  back: string | null
  /** A request is under way. */
  disabled: boolean
  onLeave?: (() => void) | undefined
}

/** The networks that one can sign in with here (decision 30: none without keys). */
export function SocialButtons({ social, intent, back, disabled, onLeave }: SocialButtonsProps) {
  const { networks, readOnly } = useSite()
  // A page in somebody else's frame has no cookies there: the form then needs a window of its own, too.
  const framed = window.top !== window.self && back === null && !readOnly
  if (networks.length === 0 && !framed) return null
  return (
    <div className={styles.social}>
      <p className={styles.or}>
        <span>{t.auth.or}</span>
      </p>
      <div className={styles.buttons}>
        {networks.map((network) =>
          back === null ? (
            <Button key={network} wide icon={<NetworkMark network={network} />} disabled={disabled} onClick={() => social.open(network)}>
              {t.auth.continueWith(network)}
            </Button>
          ) : (
            <PlainWay key={network} network={network} intent={intent} back={back} />
          ),
        )}
        {framed && (
          <Button wide icon={<Icon as={Mail} />} disabled={disabled} onClick={() => social.open('email')}>
            {t.auth.continueWithEmail}
          </Button>
        )}
      </div>
      {/* There before it speaks. */}
      <div role="status">
        {social.opened && (
          <p className={styles.hint}>
            <Link
              href="/login"
              className={styles.link}
              onClick={() => {
                if (intent) saveIntent(intent)
                onLeave?.()
              }}
            >
              {t.auth.noPopup}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

/** The whole page goes there and comes back. */
function PlainWay({ network, intent, back }: { network: Network; intent: Intent | null; back: string }) {
  return (
    <a className={styles.way} href={popups[network].path} onClick={() => setSignupCookies(intent, back)}>
      <NetworkMark network={network} />
      {t.auth.continueWith(network)}
    </a>
  )
}
