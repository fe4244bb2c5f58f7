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
import { openPopup, type Attempt, type PopupKind } from './popup.ts'
import { setSignupCookies } from './signupCookies.ts'

interface Options {
  intent: Intent | null
  /** The new member is to be asked for an address first. */
  onLacksEmail: () => void
}

/** Signing in through a window of its own. */
export function useSocial({ intent, onLacksEmail }: Options) {
  const dispatch = useDispatch<ApiDispatch>()
  const { readOnly } = useSite()
  const [opened, setOpened] = useState<PopupKind | null>(null)
  const [problem, setProblem] = useState<{ network: PopupKind; reason: string } | null>(null)
  const attempt = useRef<Attempt | null>(null)
  useEffect(() => () => attempt.current?.stop(), [])

  /** Whoever closed the window may have signed in before. */
  const lookWhoIsIn = async (network: PopupKind) => {
    const wasIn = dispatch((_, getState) => meIn(getState()) != null)
    const { data: me } = await dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    if (!me) return
    // The form in a window of its own tells that itself.
    if (!wasIn && network !== 'email') track(recentlySignedUp(me) ? 'signup' : 'login', { type: network })
    if (network === 'twitter' && !readOnly && lacksEmail(me)) onLacksEmail()
    setMe(dispatch, me)
  }

  const ended = (network: PopupKind, outcome: PopupOutcome) => {
    setOpened(null)
    if ('problem' in outcome) setProblem({ network, reason: outcome.problem })
    else void lookWhoIsIn(network)
  }

  return {
    /** The window that was asked for last, while nothing has come of it: perhaps it never appeared. */
    opened,
    problem,
    open: (network: PopupKind) => {
      attempt.current?.stop()
      setSignupCookies(intent, location.pathname + location.search)
      setProblem(null)
      setOpened(network)
      attempt.current = openPopup(network, { onOutcome: (outcome) => ended(network, outcome), onGone: () => void lookWhoIsIn(network) })
    },
  }
}
