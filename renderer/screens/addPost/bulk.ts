/**
 * Posts one link of a pasted list, and summarises the outcomes of all. Pure: the caller passes the API calls and the
 * timer.
 */
import type { CallFailure } from '#data/index.ts'
import { duration } from '#ui/format.ts'
import type { Entry } from './links.ts'

/** What has become of a row. */
export type Outcome =
  /** Not sent, or stopped before it was posted. */
  | { state: 'waiting' }
  | { state: 'working' }
  /** `href` is the address of the new post. */
  | { state: 'posted'; href: string; title: string }
  /** The playlist already contains the medium; `href` is the address of that post. */
  | { state: 'duplicate'; href: string | null }
  /** The server found nothing at the address. */
  | { state: 'missing' }
  /** A line without a link, which cannot be posted. */
  | { state: 'words' }
  | { state: 'failed'; message: string }

/** A line of the pasted list. */
export interface Row {
  /** The link, or the text of a line without one. */
  link: string
  outcome: Outcome
}

/** The rows before the batch starts. */
export const rowsOf = (entries: readonly Entry[]): Row[] =>
  entries.map(({ text, isLink }) => ({ link: text, outcome: { state: isLink ? 'waiting' : 'words' } }))

/** The two API calls per link. Both reject with a `CallFailure`. */
export interface BulkCalls {
  /** Rejects if the server finds nothing at the address. */
  checkAddress: (link: string) => Promise<void>
  /** `repeat` posts a duplicate. */
  post: (link: string, repeat: boolean) => Promise<{ href: string; title: string }>
  isFailure: (error: unknown) => error is CallFailure
}

/**
 * Backoff in ms if the server limits the rate without `Retry-After`. One entry per retry: after the last one, the link
 * fails.
 */
const backoffMs = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000, 300_000]

/** Resolves after a time, or earlier if the batch is stopped. */
export type PauseFor = (ms: number) => Promise<void>

/**
 * Posts one link; when the server limits the rate, waits and retries. `anyway` skips the check of the address and the
 * duplicate check. If `signal` is aborted before the link is sent, its outcome is `waiting`.
 */
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

/** Whether the row can be posted, for the first time or again. */
export const isRetryable = ({ outcome: { state } }: Row): boolean => state === 'waiting' || state === 'failed'

/** The links that are not posted yet, failed ones included. They stay in the draft. */
export const unpostedLines = (rows: readonly Row[]): string[] =>
  rows.filter((row) => isRetryable(row) || row.outcome.state === 'working').map(({ link }) => link)

/** The number of rows with each outcome. */
export interface Tally {
  posted: number
  duplicate: number
  missing: number
  failed: number
  words: number
  /** Links that have been processed, successfully or not. */
  done: number
  /** All rows that are links. */
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
