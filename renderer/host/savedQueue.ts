/**
 * Validates a stored queue, which another version of the app or the user may have written. Invalid ones are ignored.
 */
import type { QueueItem, SavedSession } from '#player/index.ts'
import { isRecord, isTime } from '#data/storage.ts'
import { version, type QueueRecord } from './queueRecord.ts'

/** Maximum age of a queue (ms). */
const maxAgeMs = 30 * 86_400_000

// A small schema validator: the page does not load zod.

type Fields = Record<string, (value: unknown) => boolean>

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
const optional =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value)
const nullable =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value)
const listOf =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(check)
const shape =
  (fields: Fields) =>
  (value: unknown): boolean =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]))

const stream = shape({ type: isText, uri: isText, href: isText })

const item = shape({
  id: isText,
  postId: isText,
  title: isText,
  href: isText,
  creator: isText,
  type: isText,
  bead: shape({ id: isText, title: isText, image: optional(isText) }),
  streams: listOf(stream),
  image: optional(isText),
  source: optional(isText),
  external: optional((value) => value === true),
  duration: optional(isTime),
  startTime: optional(isTime),
  endTime: optional(isTime),
  page: optional(isCount),
})

const lists: Record<string, (value: unknown) => boolean> = {
  posts: shape({ query: isRecord }),
  feed: isRecord,
  activity: shape({ uid: isText }),
  search: shape({ query: shape({ q: isText }) }),
}
const list = (value: unknown): boolean => isRecord(value) && isText(value.of) && Object.hasOwn(lists, value.of) && lists[value.of]!(value)

const queue = shape({
  items: listOf(item),
  index: isCount,
  next: nullable(isCount),
  previous: nullable(isCount),
  source: nullable(shape({ list, title: isText, href: isText })),
  natural: nullable(listOf(isText)),
  removed: listOf(isText),
})

const record = shape({
  version: (value) => value === version,
  id: isText,
  member: nullable(isText),
  writtenAt: isTime,
  session: shape({ queue, repeat: (value) => typeof value === 'boolean', position: isTime, duration: isTime }),
})

/** Whether item ids are unique, the index exists, and `natural`, the unshuffled order, has the same ids. */
function isConsistent({ items, index, natural }: SavedSession['queue']): boolean {
  const ids = new Set(items.map(({ id }: QueueItem) => id))
  if (ids.size !== items.length || index >= items.length) return false
  return natural === null || (natural.length === ids.size && new Set(natural).size === ids.size && natural.every((id) => ids.has(id)))
}

/** The record if it is valid, recent, and visible to the signed-in member. */
export function readQueue(value: unknown, { member, now }: { member: string | null; now: number }): QueueRecord | null {
  if (!record(value)) return null
  const stored = value as QueueRecord
  const isVisible = stored.member === null || stored.member === member
  return isVisible && now - stored.writtenAt < maxAgeMs && isConsistent(stored.session.queue) ? stored : null
}

const position = shape({ id: isText, itemId: isText, position: isTime, duration: isTime })

/** The session at the stored position, if the position belongs to one of its items. */
export function withPosition({ id, session }: QueueRecord, value: unknown): SavedSession {
  if (!position(value)) return session
  const { id: of, itemId, position: seconds, duration } = value as { id: string; itemId: string; position: number; duration: number }
  const index = of === id ? session.queue.items.findIndex((item) => item.id === itemId) : -1
  return index < 0 ? session : { ...session, queue: { ...session.queue, index }, position: seconds, duration }
}
