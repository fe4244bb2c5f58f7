/**
 * URL parameters of links from mails and social networks (A2.3, A4.1). Read once at the start and removed from the address: a key must
 * not stay in the history, and a reload must not repeat anything.
 */
import type { PopupOutcome } from './authChannel.ts'

export interface Arrival {
  /** Choose a new password: request the link or, with the code of a link, set it. */
  resetPassword: boolean
  resetCode?: string
  verifyCode?: string
  email?: string
  /** The network of a successful sign-in. */
  connected?: string
  /** The error code of a failed sign-in, and its network. */
  problem?: string
  network?: string
}

/** The field of each URL parameter; null for a flag that is read separately. */
const parameters = {
  resetpassword: null,
  resetcode: 'resetCode',
  verifycode: 'verifyCode',
  connected: 'connected',
  networkerror: 'problem',
} as const
/** Removed only together with one of the others. */
const companionParameters = ['email', 'network'] as const

/**
 * The parameters of a link, and the `rest` of the query, with its question mark unless it is empty. Null if there are
 * no such parameters.
 */
export function readArrival(path: string, search: string): { arrival: Arrival; rest: string } | null {
  const params = new URLSearchParams(search)
  // The preferences page shows the result of a network connection itself.
  const names =
    path === '/preferences'
      ? (['resetpassword', 'resetcode', 'verifycode'] as const)
      : (Object.keys(parameters) as (keyof typeof parameters)[])
  if (!names.some((name) => params.has(name))) return null
  const arrival: Arrival = { resetPassword: params.get('resetpassword') === 'y' }
  for (const name of names) {
    const field = parameters[name]
    const value = params.get(name)
    if (field !== null && value) arrival[field] = value
    params.delete(name)
  }
  for (const name of companionParameters) {
    const value = params.get(name)
    if (value) arrival[name] = value
    params.delete(name)
  }
  return { arrival, rest: params.size > 0 ? `?${params}` : '' }
}

/** Reads the parameters of the current address and removes them from it. */
export function takeArrival(): Arrival | null {
  const { pathname, search, hash } = location
  const found = readArrival(pathname, search)
  if (found) history.replaceState(history.state, '', pathname + found.rest + hash)
  return found?.arrival ?? null
}

/** The result that a pop-up reports to its opener; null if there is none. */
export function toPopupOutcome({ connected, problem }: Arrival): PopupOutcome | null {
  if (problem !== undefined) return { problem }
  return connected === undefined ? null : { connected }
}
