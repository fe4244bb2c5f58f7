/**
 * What an address brings along from a mail or from a social network (A2.3, A4.1). It is read once, before anything
 * else, and taken out of the address: a key stays in no history, and a reload does nothing twice.
 */
import type { PopupOutcome } from './authChannel.ts'

export interface Arrival {
  /** Choose a new password: ask for the link, or, with the code of a link, do it. */
  resetPassword: boolean
  resetCode?: string
  verifyCode?: string
  email?: string
  /** The network that one comes back from signed in. */
  connected?: string
  /** Why one comes back from it without. */
  problem?: string
  network?: string
}

const own = {
  resetpassword: null,
  resetcode: 'resetCode',
  verifycode: 'verifyCode',
  connected: 'connected',
  networkerror: 'problem',
} as const
/** Theirs only in the company of the others. */
const company = ['email', 'network'] as const

/** @returns `rest` is the query without them, with its question mark where there is any. */
export function readArrival(path: string, search: string): { arrival: Arrival; rest: string } | null {
  const params = new URLSearchParams(search)
  // The preferences tell themselves what became of a visit to a network.
  const names =
    path === '/preferences' ? (['resetpassword', 'resetcode', 'verifycode'] as const) : (Object.keys(own) as (keyof typeof own)[])
  if (!names.some((name) => params.has(name))) return null
  const arrival: Arrival = { resetPassword: params.get('resetpassword') === 'y' }
  for (const name of names) {
    const field = own[name]
    const value = params.get(name)
    if (field !== null && value) arrival[field] = value
    params.delete(name)
  }
  for (const name of company) {
    const value = params.get(name)
    if (value) arrival[name] = value
    params.delete(name)
  }
  return { arrival, rest: params.size > 0 ? `?${params}` : '' }
}

export function takeArrival(): Arrival | null {
  const { pathname, search, hash } = location
  const found = readArrival(pathname, search)
  if (found) history.replaceState(history.state, '', pathname + found.rest + hash)
  return found?.arrival ?? null
}

/** What a window that was opened for it has to tell; null where there is nothing. */
export function outcomeOf({ connected, problem }: Arrival): PopupOutcome | null {
  if (problem !== undefined) return { problem }
  return connected === undefined ? null : { connected }
}
