import { useEffect, useReducer, useRef } from 'react'
import { deleteCookie, readCookie, tvTokenCookie, type CallFailure } from '#data/index.ts'
import { useConnectTvMutation } from '#data/tv.ts'
import { begin, next } from './state.ts'

/** Seconds for which a token is kept: a day (A9). */
export const tokenAge = 86_400

/** A result is applied so long after it was asked for (A4.3, ms). */
const resultDelay = 5000
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Sends the kept token once a member has agreed to it, and no other: a link may have put one in its place since. */
export function useTvConnect(isMember: boolean, agreedTo: string) {
  const [state, dispatch] = useReducer(next, isMember, begin)
  const [connect] = useConnectTvMutation()
  const send = useRef(connect)
  useEffect(() => {
    send.current = connect
  })

  const connecting = state.mode === 'connect'
  useEffect(() => {
    if (!connecting) return
    let live = true
    const begin = async () => {
      const token = readCookie(tvTokenCookie)
      if (token !== agreedTo) return dispatch('missing')
      const [{ error }] = await Promise.all([send.current({ body: { token } }), wait(resultDelay)])
      // Used, or known to be no good; one that did not arrive can be sent again.
      if (!error || (error as CallFailure).status === 403) deleteCookie(tvTokenCookie)
      if (live) dispatch(error ? 'refused' : 'taken')
    }
    // A token is good for one sending: whoever goes at once has sent none.
    const timer = setTimeout(() => void begin(), 0)
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [connecting, agreedTo])

  return { ...state, signedIn: () => dispatch('signedIn'), agree: () => dispatch('agreed'), again: () => dispatch('again') }
}
