/**
 * Validates a stored queue, which another version of the app or the user may have written. Invalid ones are ignored.
 */
import { isSession, isText, isTime, nullable, shape, type SavedSession } from '#player/index.ts'
import { version, type QueueRecord } from './queueRecord.ts'

/** Maximum age of a queue (ms). */
const maxAgeMs = 30 * 86_400_000

const record = shape({
  version: (value) => value === version,
  id: isText,
  member: nullable(isText),
  writtenAt: isTime,
  session: isSession,
})

/** The record if it is valid, recent, and visible to the signed-in member. */
export function readQueue(value: unknown, { member, now }: { member: string | null; now: number }): QueueRecord | null {
  if (!record(value)) return null
  const stored = value as QueueRecord
  const isVisible = stored.member === null || stored.member === member
  return isVisible && now - stored.writtenAt < maxAgeMs ? stored : null
}

const position = shape({ id: isText, itemId: isText, position: isTime, duration: isTime })

/** The session at the stored position, if the position belongs to one of its items. */
export function withPosition({ id, session }: QueueRecord, value: unknown): SavedSession {
  if (!position(value)) return session
  const { id: of, itemId, position: seconds, duration } = value as { id: string; itemId: string; position: number; duration: number }
  const index = of === id ? session.queue.items.findIndex((item) => item.id === itemId) : -1
  return index < 0 ? session : { ...session, queue: { ...session.queue, index }, position: seconds, duration }
}
