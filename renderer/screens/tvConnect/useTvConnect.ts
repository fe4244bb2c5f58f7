import { useEffect, useReducer, useRef } from 'react'
import { deleteCookie, readCookie, tvTokenCookie, type CallFailure } from '#data/index.ts'
import { useConnectTvMutation } from '#data/tv.ts'
import { initialState, nextState } from './state.ts'

/** Lifetime of the token cookie in seconds: one day (A9). */
export const tokenMaxAge = 86_400

/** Minimum time from sending the token to showing the result (A4.3, ms). */
const minResultDelayMs = 5000
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Runs the state machine and sends the token of the cookie, but only if it is the one that the member confirmed:
 * another link may have replaced it since.
 *
 * @param evening the television may only play, for twelve hours.
 */
export function useTvConnect(isMember: boolean, confirmedToken: string, evening: boolean) {
  const [state, dispatch] = useReducer(nextState, isMember, initialState)
  const [connect] = useConnectTvMutation()
  // A ref, so that the effect below runs once per attempt.
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
      const [{ error }] = await Promise.all([send.current({ body: { token, ...(evening && { evening }) } }), wait(minResultDelayMs)])
      // The token is used up or invalid (403). After other errors it can be sent again.
      if (!error || (error as CallFailure).status === 403) deleteCookie(tvTokenCookie)
      if (isMounted) dispatch(error ? 'refused' : 'taken')
    }
    // A token can be sent only once. React StrictMode runs an effect twice; the cleanup cancels the first timer.
    const timer = setTimeout(() => void sendToken(), 0)
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [isConnecting, confirmedToken, evening])

  return { ...state, signedIn: () => dispatch('signedIn'), agree: () => dispatch('agreed'), retry: () => dispatch('again') }
}
