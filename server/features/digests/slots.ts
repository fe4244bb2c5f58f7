/** When digests are due. Pure. */
import { createHash } from 'node:crypto'
import type { DigestKind } from './entities.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** From 6 to 12 UTC: a mail server is not asked for everybody's at once. */
const window = { beginMs: 6 * hourMs, lengthMs: 6 * hourMs }

/** A member's own moment in the window, the same every day (ms). */
const offsetOf = (uid: string): number => window.beginMs + (createHash('sha256').update(uid).digest().readUInt32BE(0) % window.lengthMs)

/** 1970 began on a Thursday: weeks begin with the Monday before. */
const beginOf = {
  daily: (time: number) => time - (time % dayMs),
  weekly: (time: number) => time - ((time + 3 * dayMs) % (7 * dayMs)),
} satisfies Record<DigestKind, (time: number) => number>
const lengthOf: Record<DigestKind, number> = { daily: dayMs, weekly: 7 * dayMs }

/** The first moment after `now` (ms since 1970). Whatever was missed while nothing ran is not made up for one by one. */
export function nextDue(kind: DigestKind, uid: string, now: number): number {
  const slot = beginOf[kind](now) + offsetOf(uid)
  return slot > now ? slot : slot + lengthOf[kind]
}
