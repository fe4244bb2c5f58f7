import { randomInt } from 'node:crypto'
import { formatId, type RowKind } from '#contract/ids.ts'

const span = 36 ** 8
/** Space above the first value of a millisecond, so that a busy one rarely runs out of digits. */
const headroom = 36 ** 6

let lastInstant = 0
let lastRandom = 0

/**
 * A new id. Within a process ids are strictly increasing, even within a millisecond or after the clock is set back, so that sorting by id
 * is sorting by creation.
 */
export function newId(kind: RowKind): string {
  const now = Date.now()
  if (now > lastInstant) {
    lastInstant = now
    lastRandom = randomInt(span - headroom)
  } else {
    lastRandom += randomInt(1, 1296)
    if (lastRandom >= span) {
      lastInstant += 1
      lastRandom = randomInt(span - headroom)
    }
  }
  return formatId(kind, lastInstant, lastRandom.toString(36).padStart(8, '0'))
}
