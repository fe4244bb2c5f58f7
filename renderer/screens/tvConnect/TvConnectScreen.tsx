import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Check, Tv } from 'lucide-react'
import { messages, pageTitles } from '#contract/messages.ts'
import { deleteCookie, readCookie, setCookie, tvTokenCookie, useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Shake } from '#ui/Shake.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { DiscoverLink } from '#ui/States.tsx'
import { SignIn } from '../auth/index.ts'
import { tokenMaxAge, useTvConnect } from './useTvConnect.ts'
import styles from './TvConnectScreen.module.css'

/** `/tvos/connect`: connects a television to the account of the member. The link contains a token (A2.4). */
export default function TvConnectScreen() {
  usePageTitle(pageTitles.tvConnect)
  const [, navigate] = useLocation()
  const search = useSearch()
  const { me, loading } = useMe()
  const [urlToken] = useState(() => new URLSearchParams(search).get('connecttoken'))
  const [token] = useState(() => urlToken || readCookie(tvTokenCookie))
  useEffect(() => {
    if (!token) navigate('/', { replace: true })
    if (!urlToken) return
    setCookie(tvTokenCookie, urlToken, tokenMaxAge)
    // A bearer token must not stay in the URL.
    navigate('/tvos/connect', { replace: true })
  }, [urlToken, token, navigate])
  return <div className={styles.screen}>{loading || !token ? <Spinner /> : <Connecting name={me?.name ?? null} token={token} />}</div>
}

/** @param name the member to connect; null for visitors, who log in first */
function Connecting({ name, token }: { name: string | null; token: string }) {
  const [evening, setEvening] = useState(false)
  const { mode, shakes, signedIn, agree, retry } = useTvConnect(name !== null, token, evening)
  const [, navigate] = useLocation()
  const refuse = () => {
    deleteCookie(tvTokenCookie)
    navigate('/', { replace: true })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  // Each mode has another heading; screen readers read it.
  useEffect(() => heading.current?.focus(), [mode])
  if (mode === 'login') return <SignIn heading="h1" notice={t.tvConnect.logIn} intent={{ type: 'tvosconnect' }} onDone={signedIn} />
  const texts = {
    confirm: { title: t.tvConnect.confirm, text: t.tvConnect.onlyYours(name ?? '') },
    connect: { title: t.tvConnect.connecting, text: t.tvConnect.pending },
    connected: { title: t.tvConnect.connected, text: t.tvConnect.connectedText },
    error: { title: messages.tvTokenInvalid, text: t.tvConnect.advice },
  }[mode]
  return (
    <Shake count={shakes} className={styles.shake}>
      <div className={styles.state}>
        <span className={styles.mark} data-mode={mode} aria-hidden="true">
          {mode === 'connect' ? <Spinner /> : <Icon as={mode === 'connected' ? Check : Tv} />}
        </span>
        <div role={mode === 'error' ? 'alert' : 'status'} className={styles.words}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {texts.title}
          </h1>
          <p className={styles.text}>{texts.text}</p>
        </div>
        {mode === 'confirm' && (
          <>
            <Checkbox
              className={styles.evening}
              label={t.tvConnect.evening}
              hint={t.tvConnect.eveningHint}
              checked={evening}
              onChange={setEvening}
            />
            <div className={styles.choice}>
              <Button kind="primary" onClick={agree}>
                {t.tvConnect.connect}
              </Button>
              <Button kind="plain" onClick={refuse}>
                {t.tvConnect.notMine}
              </Button>
            </div>
          </>
        )}
        {mode === 'error' && (
          <Button kind="primary" onClick={retry}>
            {t.common.retry}
          </Button>
        )}
        {mode === 'connected' && <DiscoverLink />}
      </div>
    </Shake>
  )
}
