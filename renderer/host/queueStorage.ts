/** Reads and writes the records of a queue in the storage of a tab or of the device. */
import { savable, type SavedPosition, type SavedSession } from '#player/index.ts'
import { tryTwice } from '#ui/exit.ts'
import type { SafeStorage } from '#data/storage.ts'
import type { PositionRecord, QueueRecord } from './queueRecord.ts'
import { clearStoredQueue, storedKeys as keys } from './stored.ts'

/** Numbers of items before and after the current one to store, if the queue exceeds the quota. Tried in this order. */
const windows = [
  { behind: 50, ahead: 200 },
  { behind: 5, ahead: 20 },
]

/** The id of the stored queue. */
export const storedQueueId = (storage: SafeStorage): string | undefined =>
  (storage.read(keys.position) as Partial<PositionRecord> | null)?.id

/** The stored queue if it is valid and visible to the member. Deletes it otherwise. */
export async function readStoredQueue(
  storage: SafeStorage,
  viewer: { member: string | null; now: number },
): Promise<{ record: QueueRecord; session: () => SavedSession } | null> {
  const value = storage.read(keys.queue)
  if (value === null) return null
  const { withPosition, readQueue } = await tryTwice(() => import('./savedQueue.ts'))
  const record = readQueue(value, viewer)
  if (record === null) {
    clearStoredQueue(storage)
    return null
  }
  return { record, session: () => withPosition(record, storage.read(keys.position)) }
}

/** Writes the queue, or the largest part of it that fits. */
export function writeStoredQueue(storage: SafeStorage, record: QueueRecord): void {
  if (storage.write(keys.queue, record)) return
  const { session } = record
  for (const window of windows) {
    if (storage.write(keys.queue, { ...record, session: { ...session, queue: savable(session.queue, window) } })) return
  }
  // No queue is better than an outdated one.
  storage.remove(keys.queue)
}

export const writeStoredPosition = (storage: SafeStorage, record: PositionRecord): void => void storage.write(keys.position, record)

const isSameList = (a: readonly unknown[] | null, b: readonly unknown[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((item, index) => item === b[index]))

/**
 * Whether the stored queue is up to date, except for the index, which is stored with the position. Most changes only
 * move the index, and a thousand items are slow to write.
 */
export const isSameQueue = ({ queue: a, repeat: r }: SavedSession, { queue: b, repeat: s }: SavedSession): boolean =>
  r === s &&
  a.source === b.source &&
  a.next === b.next &&
  a.previous === b.previous &&
  isSameList(a.items, b.items) &&
  isSameList(a.natural, b.natural) &&
  isSameList(a.removed, b.removed)

export const isSamePosition = (a: SavedPosition, b: SavedPosition): boolean =>
  a.itemId === b.itemId && a.position === b.position && a.duration === b.duration
