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
  /** The return path of a full-page redirect. Null: a network opens in a pop-up. */
  back: string | null
  /** True while a request is running. */
  disabled: boolean
  /** Called when the link to the login page is followed. */
  onLeave?: (() => void) | undefined
}

/** The buttons of the networks for which the site has API keys; nothing without any. */
export function SocialButtons({ social, intent, back, disabled, onLeave }: SocialButtonsProps) {
  const { networks, readOnly } = useSite()
  // In a frame of another site, the browser withholds the session cookie, so the e-mail form gets a pop-up, too.
  const isFramed = window.top !== window.self && back === null && !readOnly
  if (networks.length === 0 && !isFramed) return null
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
            <RedirectLink key={network} network={network} intent={intent} back={back} />
          ),
        )}
        {isFramed && (
          <Button wide icon={<Icon as={Mail} />} disabled={disabled} onClick={() => social.open('email')}>
            {t.auth.continueWithEmail}
          </Button>
        )}
      </div>
      {/* A live region must exist before its text changes. */}
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

/** The link for a full-page redirect to the network. */
function RedirectLink({ network, intent, back }: { network: Network; intent: Intent | null; back: string }) {
  return (
    <a className={styles.way} href={popups[network].path} onClick={() => setSignupCookies(intent, back)}>
      <NetworkMark network={network} />
      {t.auth.continueWith(network)}
    </a>
  )
}
