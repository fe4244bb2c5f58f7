/** The modes of connecting a television, and what leads from one to the next (A2.4, A4.3). Pure. */
export type TvMode = 'login' | 'confirm' | 'connect' | 'connected' | 'error'

export interface TvState {
  mode: TvMode
  /** How often something was in the way. */
  shakes: number
}

/** `missing`: the token that was agreed to is no longer there. */
export type TvEvent = 'signedIn' | 'agreed' | 'taken' | 'refused' | 'missing' | 'again'

/** A link alone connects nothing: who follows it may have had it from anybody (RFC 8628, 5.4). */
export const begin = (isMember: boolean): TvState => ({ mode: isMember ? 'confirm' : 'login', shakes: 0 })

export function next(state: TvState, event: TvEvent): TvState {
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
