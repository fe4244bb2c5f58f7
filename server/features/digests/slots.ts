/** Computes the due dates of digests: a fixed time of the day per member, on each day or each Monday (UTC). */
import { createHash } from 'node:crypto'
import type { DigestKind } from './entities.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Digests are due between 6 and 12 UTC, spread over members to limit the load on the mail server. */
const window = { beginMs: 6 * hourMs, lengthMs: 6 * hourMs }

/** A member's fixed offset within the window (ms). */
const offsetOf = (uid: string): number => window.beginMs + (createHash('sha256').update(uid).digest().readUInt32BE(0) % window.lengthMs)

/**
 * Start of the day or week of a time (ms since 1970, UTC). 1 January 1970 was a Thursday, so weeks are shifted by three
 * days to start on Monday.
 */
const beginOf = {
  daily: (time: number) => time - (time % dayMs),
  weekly: (time: number) => time - ((time + 3 * dayMs) % (7 * dayMs)),
} satisfies Record<DigestKind, (time: number) => number>
const lengthOf: Record<DigestKind, number> = { daily: dayMs, weekly: 7 * dayMs }

/** The first due date after `now` (both ms since 1970). Due dates missed while the server was down are skipped. */
export function nextDue(kind: DigestKind, uid: string, now: number): number {
  const slot = beginOf[kind](now) + offsetOf(uid)
  return slot > now ? slot : slot + lengthOf[kind]
}
