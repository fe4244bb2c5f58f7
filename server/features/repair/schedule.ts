/** When a link is asked for next, and what an answer makes of it. Pure. */
import type { Sign } from '../media/service.ts'
import type { LinkCheckRow } from './entities.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Ms. What is well is asked for less and less often, and so is what stays dead: it may be back. */
export const waits = {
  /** After a post was added: what is there now was looked up a moment ago. */
  first: 6 * hourMs,
  /** Posts from before there were checks begin somewhere within this time. */
  spread: 7 * dayMs,
  least: dayMs,
  most: 30 * dayMs,
  /** A link that was not there is asked for so often… */
  suspected: 6 * hourMs,
  /** …and is dead where it still was not there so long after the first time. */
  sure: dayMs,
  /** Where nobody could tell: doubled each time. */
  trouble: 15 * minuteMs,
  longestTrouble: 7 * dayMs,
} as const

export type Check = Pick<LinkCheckRow, 'state' | 'steps' | 'troubles' | 'missedDate' | 'checkedDate' | 'dueDate'>

const doubled = (first: number, times: number, most: number): number => Math.min(most, first * 2 ** Math.min(times, 20))

/**
 * @param sign `closed` and `unnamed` have been decided by then.
 * @param chance 0 to 1: what began at the same time must not come again at the same time for ever.
 */
export function judge(before: Check, sign: Exclude<Sign, 'closed' | 'unnamed'>, now: number, chance: number): Check {
  const at = (ms: number): string => new Date(now + ms + ms * 0.1 * chance).toISOString()
  const { state, steps, missedDate, checkedDate } = before
  const today = new Date(now).toISOString()
  if (sign === 'trouble') {
    const troubles = before.troubles + 1
    const most = state === 'suspected' ? waits.suspected : waits.longestTrouble
    return { state, steps, missedDate, checkedDate, troubles, dueDate: at(doubled(waits.trouble, troubles - 1, most)) }
  }
  if (sign === 'unclear') {
    const wait = state === 'suspected' ? waits.suspected : doubled(waits.least, steps, waits.most)
    return { state, steps: steps + 1, missedDate, checkedDate, troubles: 0, dueDate: at(wait) }
  }
  const answered = { troubles: 0, checkedDate: today }
  if (sign === 'alive') {
    const again = state === 'well' ? steps + 1 : 1
    return { ...answered, state: 'well', steps: again, missedDate: null, dueDate: at(doubled(waits.least, again - 1, waits.most)) }
  }
  if (state === 'dead') return { ...answered, state, steps: steps + 1, missedDate, dueDate: at(doubled(waits.least, steps, waits.most)) }
  if (state === 'suspected' && missedDate !== null) {
    const left = Date.parse(missedDate) + waits.sure - now
    if (left <= 0) return { ...answered, state: 'dead', steps: 1, missedDate, dueDate: at(waits.least) }
    return { ...answered, state, steps: steps + 1, missedDate, dueDate: at(Math.min(waits.suspected, left)) }
  }
  return { ...answered, state: 'suspected', steps: 1, missedDate: today, dueDate: at(waits.suspected) }
}
