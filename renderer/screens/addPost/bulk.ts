/** Many links at once: each becomes a post, one after the other, and what came of each is told. Pure but for what it is given. */
import type { CallFailure } from '#data/index.ts'
import { duration } from '#ui/format.ts'
import type { Entry } from './links.ts'

export type Outcome =
  | { state: 'waiting' }
  | { state: 'working' }
  | { state: 'posted'; href: string; title: string }
  | { state: 'duplicate'; href: string | null }
  | { state: 'missing' }
  | { state: 'words' }
  | { state: 'failed'; message: string }

export interface Row {
  /** Or a line in which there is none, whose outcome is `words`. */
  link: string
  outcome: Outcome
}

/** Before anything was asked. */
export const rowsOf = (entries: readonly Entry[]): Row[] =>
  entries.map(({ text, isLink }) => ({ link: text, outcome: { state: isLink ? 'waiting' : 'words' } }))

/** The two calls that a link takes; each answers or throws a failure. */
export interface Calls {
  /** Whether anything is known of the address. */
  known: (link: string) => Promise<void>
  post: (link: string, repeat: boolean) => Promise<{ href: string; title: string }>
  isFailure: (error: unknown) => error is CallFailure
}

/** So long (ms) is waited where the server has had enough for now and does not say until when, and so often. */
const pauses = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000, 300_000]

export type Wait = (ms: number) => Promise<void>

/** What comes of one link. `anyway`: although the playlist has it, or nothing is known of it. */
export async function postLink(
  link: string,
  anyway: boolean,
  { known, post, isFailure }: Calls,
  wait: Wait,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let n = 0; ; n += 1) {
    try {
      if (!anyway) await known(link)
      if (signal.aborted) return { state: 'waiting' }
      return { state: 'posted', ...(await post(link, anyway)) }
    } catch (error) {
      if (!isFailure(error)) return { state: 'failed', message: '' }
      const pause = pauses[n]
      if (error.code === 'too_many_requests' && pause !== undefined && !signal.aborted) {
        await wait(error.retryAfter === undefined ? pause : error.retryAfter * 1000)
        if (!signal.aborted) continue
        return { state: 'waiting' }
      }
      if (error.code === 'conflict') return { state: 'duplicate', href: error.fields?.['href'] ?? null }
      if (error.code === 'not_found' || (error.code === 'invalid' && error.fields?.['url'] !== undefined)) return { state: 'missing' }
      return { state: 'failed', message: error.message }
    }
  }
}

/** How long is waited, in words that one can read a clock by. */
export const waitText = (ms: number): string => duration(Math.ceil(ms / 1000))

/** Those that a further try makes sense for. */
export const isOpenStill = ({ outcome: { state } }: Row): boolean => state === 'waiting' || state === 'failed'

/** Of which nothing has come yet, so that they are worth keeping. */
export const leftOf = (rows: readonly Row[]): string[] =>
  rows.filter((row) => isOpenStill(row) || row.outcome.state === 'working').map(({ link }) => link)

export interface Tally {
  posted: number
  duplicate: number
  missing: number
  failed: number
  words: number
  /** Links that came to an end, of so many. */
  done: number
  links: number
}

export function tallyOf(rows: readonly Row[]): Tally {
  const count = (state: Outcome['state']) => rows.filter(({ outcome }) => outcome.state === state).length
  const tally = {
    posted: count('posted'),
    duplicate: count('duplicate'),
    missing: count('missing'),
    failed: count('failed'),
    words: count('words'),
  }
  return { ...tally, done: tally.posted + tally.duplicate + tally.missing + tally.failed, links: rows.length - tally.words }
}
