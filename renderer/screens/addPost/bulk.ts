/** Bulk posting: many links become one post each, in sequence. Pure; calls and timers are passed in. */
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
  /** Or a line without a link; its outcome is `words`. */
  link: string
  outcome: Outcome
}

/** The rows before the batch starts. */
export const rowsOf = (entries: readonly Entry[]): Row[] =>
  entries.map(({ text, isLink }) => ({ link: text, outcome: { state: isLink ? 'waiting' : 'words' } }))

/** The two calls per link. Both throw a failure. */
export interface BulkCalls {
  /** Throws if the address is unknown. */
  checkAddress: (link: string) => Promise<void>
  post: (link: string, repeat: boolean) => Promise<{ href: string; title: string }>
  isFailure: (error: unknown) => error is CallFailure
}

/** Backoff (ms) on rate limiting without `Retry-After`; one entry per retry. */
const backoffMs = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000, 300_000]

export type PauseFor = (ms: number) => Promise<void>

/** Posts one link. `anyway` skips the check of the address and the duplicate check. */
export async function postLink(
  link: string,
  anyway: boolean,
  { checkAddress, post, isFailure }: BulkCalls,
  pauseFor: PauseFor,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let n = 0; ; n += 1) {
    try {
      if (!anyway) await checkAddress(link)
      if (signal.aborted) return { state: 'waiting' }
      return { state: 'posted', ...(await post(link, anyway)) }
    } catch (error) {
      if (!isFailure(error)) return { state: 'failed', message: '' }
      const pause = backoffMs[n]
      if (error.code === 'too_many_requests' && pause !== undefined && !signal.aborted) {
        await pauseFor(error.retryAfter === undefined ? pause : error.retryAfter * 1000)
        if (!signal.aborted) continue
        return { state: 'waiting' }
      }
      if (error.code === 'conflict') return { state: 'duplicate', href: error.fields?.['href'] ?? null }
      if (error.code === 'not_found' || (error.code === 'invalid' && error.fields?.['url'] !== undefined)) return { state: 'missing' }
      return { state: 'failed', message: error.message }
    }
  }
}

/** The pause as m:ss. */
export const pauseText = (ms: number): string => duration(Math.ceil(ms / 1000))

/** Whether posting can be retried. */
export const isRetryable = ({ outcome: { state } }: Row): boolean => state === 'waiting' || state === 'failed'

/** The lines that are not posted yet; they stay in the draft. */
export const unpostedLines = (rows: readonly Row[]): string[] =>
  rows.filter((row) => isRetryable(row) || row.outcome.state === 'working').map(({ link }) => link)

export interface Tally {
  posted: number
  duplicate: number
  missing: number
  failed: number
  words: number
  /** Links with a final outcome. */
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
