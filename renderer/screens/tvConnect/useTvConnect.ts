import { useEffect, useReducer, useRef } from 'react'
import { deleteCookie, readCookie, tvTokenCookie, type CallFailure } from '#data/index.ts'
import { useConnectTvMutation } from '#data/tv.ts'
import { initialState, nextState } from './state.ts'

/** Lifetime of the token cookie in seconds: one day (A9). */
export const tokenMaxAge = 86_400

/** Minimum delay of a result (A4.3, ms). */
const minResultDelayMs = 5000
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Sends only the token that the member confirmed: another link may have replaced the cookie since. */
export function useTvConnect(isMember: boolean, confirmedToken: string) {
  const [state, dispatch] = useReducer(nextState, isMember, initialState)
  const [connect] = useConnectTvMutation()
  const send = useRef(connect)
  useEffect(() => {
    send.current = connect
  })

  const isConnecting = state.mode === 'connect'
  useEffect(() => {
    if (!isConnecting) return
    let isMounted = true
    const sendToken = async () => {
      const token = readCookie(tvTokenCookie)
      if (token !== confirmedToken) return dispatch('missing')
      const [{ error }] = await Promise.all([send.current({ body: { token } }), wait(minResultDelayMs)])
      // Consumed or invalid. After a network error it can be sent again.
      if (!error || (error as CallFailure).status === 403) deleteCookie(tvTokenCookie)
      if (isMounted) dispatch(error ? 'refused' : 'taken')
    }
    // A token can be sent once: the timer skips the first mount of StrictMode, which unmounts at once.
    const timer = setTimeout(() => void sendToken(), 0)
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [isConnecting, confirmedToken])

  return { ...state, signedIn: () => dispatch('signedIn'), agree: () => dispatch('agreed'), retry: () => dispatch('again') }
}
