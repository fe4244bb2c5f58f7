/** State and due date of a link after a check. Pure. */
import type { ProbeResult } from '../media/service.ts'
import type { LinkCheckRow } from './entities.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** In ms. Links in a stable state, alive or dead, are checked with exponential backoff. */
export const intervals = {
  /** After a post was added: its link was just fetched. */
  first: 6 * hourMs,
  /** First checks of old posts are spread over this time. */
  spread: 7 * dayMs,
  min: dayMs,
  max: 30 * dayMs,
  /** Interval of checks of a suspected link. */
  suspected: 6 * hourMs,
  /** A suspected link is dead if it is still gone this long after the first miss. */
  confirmation: dayMs,
  /** First interval after a check without a result; doubled each time. */
  firstRetry: 15 * minuteMs,
  maxRetry: 7 * dayMs,
} as const

export type Check = Pick<LinkCheckRow, 'state' | 'steps' | 'troubles' | 'missedDate' | 'checkedDate' | 'dueDate'>

const backoff = (first: number, times: number, max: number): number => Math.min(max, first * 2 ** Math.min(times, 20))

/**
 * @param sign the caller has resolved `closed` and `unnamed`.
 * @param chance random number from 0 to 1: jitter, so that links of one time are not checked together forever.
 */
export function nextCheck(before: Check, sign: Exclude<ProbeResult, 'closed' | 'unnamed'>, now: number, chance: number): Check {
  const at = (ms: number): string => new Date(now + ms + ms * 0.1 * chance).toISOString()
  const { state, steps, missedDate, checkedDate } = before
  const checkedNow = new Date(now).toISOString()
  if (sign === 'trouble') {
    const troubles = before.troubles + 1
    const max = state === 'suspected' ? intervals.suspected : intervals.maxRetry
    return { state, steps, missedDate, checkedDate, troubles, dueDate: at(backoff(intervals.firstRetry, troubles - 1, max)) }
  }
  if (sign === 'unclear') {
    const wait = state === 'suspected' ? intervals.suspected : backoff(intervals.min, steps, intervals.max)
    return { state, steps: steps + 1, missedDate, checkedDate, troubles: 0, dueDate: at(wait) }
  }
  const answered = { troubles: 0, checkedDate: checkedNow }
  if (sign === 'alive') {
    const again = state === 'well' ? steps + 1 : 1
    return { ...answered, state: 'well', steps: again, missedDate: null, dueDate: at(backoff(intervals.min, again - 1, intervals.max)) }
  }
  if (state === 'dead')
    return { ...answered, state, steps: steps + 1, missedDate, dueDate: at(backoff(intervals.min, steps, intervals.max)) }
  if (state === 'suspected' && missedDate !== null) {
    const left = Date.parse(missedDate) + intervals.confirmation - now
    if (left <= 0) return { ...answered, state: 'dead', steps: 1, missedDate, dueDate: at(intervals.min) }
    return { ...answered, state, steps: steps + 1, missedDate, dueDate: at(Math.min(intervals.suspected, left)) }
  }
  return { ...answered, state: 'suspected', steps: 1, missedDate: checkedNow, dueDate: at(intervals.suspected) }
}
