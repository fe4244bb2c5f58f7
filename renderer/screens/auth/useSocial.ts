import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import {
  api,
  lacksEmail,
  meIn,
  recentlySignedUp,
  setMe,
  track,
  useSite,
  type ApiDispatch,
  type Intent,
  type PopupOutcome,
} from '#data/index.ts'
import { openPopup, type PopupAttempt, type PopupKind } from './popup.ts'
import { setSignupCookies } from './signupCookies.ts'

interface Options {
  intent: Intent | null
  /** Called if the new member has no e-mail address yet. */
  onLacksEmail: () => void
}

/** Sign-in with a network, or with the e-mail form, in a pop-up. */
export function useSocial({ intent, onLacksEmail }: Options) {
  const dispatch = useDispatch<ApiDispatch>()
  const { readOnly } = useSite()
  const [openedKind, setOpened] = useState<PopupKind | null>(null)
  const [problem, setProblem] = useState<{ network: PopupKind; reason: string } | null>(null)
  const attempt = useRef<PopupAttempt | null>(null)
  useEffect(() => () => attempt.current?.stop(), [])

  /** Fetches who is signed in, after the pop-up has reported success, or was closed: it may have signed in before. */
  const refreshMe = async (network: PopupKind) => {
    const wasSignedIn = dispatch((_, getState) => meIn(getState()) != null)
    const { data: me } = await dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    if (!me) return
    // The page in the e-mail pop-up tracks its sign-in itself.
    if (!wasSignedIn && network !== 'email') track(recentlySignedUp(me) ? 'signup' : 'login', { type: network })
    if (network === 'twitter' && !readOnly && lacksEmail(me)) onLacksEmail()
    setMe(dispatch, me)
  }

  const handleOutcome = (network: PopupKind, outcome: PopupOutcome) => {
    setOpened(null)
    if ('problem' in outcome) setProblem({ network, reason: outcome.problem })
    else void refreshMe(network)
  }

  return {
    /** The pop-up that was opened last, until it reports an outcome. It may have been blocked. */
    opened: openedKind,
    problem,
    open: (network: PopupKind) => {
      attempt.current?.stop()
      setSignupCookies(intent, location.pathname + location.search)
      setProblem(null)
      setOpened(network)
      attempt.current = openPopup(network, {
        onOutcome: (outcome) => handleOutcome(network, outcome),
        onClosed: () => void refreshMe(network),
      })
    },
  }
}
