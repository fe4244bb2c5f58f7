/**
 * The state machine for connecting a television (A2.4, A4.3): visitors log in, then the member confirms (`confirm`),
 * then the token is sent (`connect`). Pure functions.
 */
export type TvMode = 'login' | 'confirm' | 'connect' | 'connected' | 'error'

export interface TvState {
  mode: TvMode
  /** Number of errors; each one shakes the form. */
  shakes: number
}

/**
 * `agreed`: the member has confirmed. `taken`, `refused`: the server's answer. `missing`: the cookie does not contain
 * the confirmed token. `again`: retry.
 */
export type TvEvent = 'signedIn' | 'agreed' | 'taken' | 'refused' | 'missing' | 'again'

/** Signed-in members must confirm, too: the link may come from an attacker (RFC 8628, section 5.4). */
export const initialState = (isMember: boolean): TvState => ({ mode: isMember ? 'confirm' : 'login', shakes: 0 })

/** The reducer. Events that do not fit the mode are ignored. */
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
