/** Due times of digests. Pure functions. */
import { createHash } from 'node:crypto'
import type { DigestKind } from './entities.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** From 6 to 12 UTC, to spread the load on the mail server. */
const window = { beginMs: 6 * hourMs, lengthMs: 6 * hourMs }

/** A member's fixed offset in the window (ms). */
const offsetOf = (uid: string): number => window.beginMs + (createHash('sha256').update(uid).digest().readUInt32BE(0) % window.lengthMs)

/** 1970-01-01 was a Thursday: weeks begin on the Monday before. */
const beginOf = {
  daily: (time: number) => time - (time % dayMs),
  weekly: (time: number) => time - ((time + 3 * dayMs) % (7 * dayMs)),
} satisfies Record<DigestKind, (time: number) => number>
const lengthOf: Record<DigestKind, number> = { daily: dayMs, weekly: 7 * dayMs }

/** The first due time after `now` (ms since 1970). Missed periods are skipped, not sent one by one. */
export function nextDue(kind: DigestKind, uid: string, now: number): number {
  const slot = beginOf[kind](now) + offsetOf(uid)
  return slot > now ? slot : slot + lengthOf[kind]
}
