/** Due dates of digests. Pure. */
import { createHash } from 'node:crypto'
import type { DigestKind } from './entities.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 6 to 12 UTC: spreads the load on the mail server. */
const window = { beginMs: 6 * hourMs, lengthMs: 6 * hourMs }

/** A member's fixed offset within the window (ms). */
const offsetOf = (uid: string): number => window.beginMs + (createHash('sha256').update(uid).digest().readUInt32BE(0) % window.lengthMs)

/** 1 January 1970 was a Thursday: shift by three days so that weeks start on Monday. */
const beginOf = {
  daily: (time: number) => time - (time % dayMs),
  weekly: (time: number) => time - ((time + 3 * dayMs) % (7 * dayMs)),
} satisfies Record<DigestKind, (time: number) => number>
const lengthOf: Record<DigestKind, number> = { daily: dayMs, weekly: 7 * dayMs }

/** The first slot after `now` (ms since 1970). Slots missed during downtime are skipped. */
export function nextDue(kind: DigestKind, uid: string, now: number): number {
  const slot = beginOf[kind](now) + offsetOf(uid)
  return slot > now ? slot : slot + lengthOf[kind]
}
