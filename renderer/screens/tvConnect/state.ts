/** State machine of connecting a television (A2.4, A4.3). Pure. */
export type TvMode = 'login' | 'confirm' | 'connect' | 'connected' | 'error'

export interface TvState {
  mode: TvMode
  /** Number of errors; each one shakes the form. */
  shakes: number
}

/** `missing`: the confirmed token is no longer in the cookie. */
export type TvEvent = 'signedIn' | 'agreed' | 'taken' | 'refused' | 'missing' | 'again'

/** A link alone connects nothing: it may come from an attacker (RFC 8628, 5.4). */
export const initialState = (isMember: boolean): TvState => ({ mode: isMember ? 'confirm' : 'login', shakes: 0 })

export function nextState(state: TvState, event: TvEvent): TvState {
  const { mode, shakes } = state
  switch (event) {
    case 'signedIn':
      return mode === 'login' ? { mode: 'confirm', shakes } : state
    case 'agreed':
      return mode === 'confirm' ? { mode: 'connect', shakes } : state
    case 'again':
      return mode === 'error' ? { mode: 'connect', shakes } : state
    case 'taken':
      return mode === 'connect' ? { mode: 'connected', shakes } : state
    case 'refused':
    case 'missing':
      return mode === 'connect' ? { mode: 'error', shakes: shakes + 1 } : state
  }
}
