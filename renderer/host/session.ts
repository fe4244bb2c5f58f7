/**
 * Persists the queue (BY6). Each tab stores its own queue in session storage, for a reload; the last written queue is also in local
 * storage, for the next start. A queue has an id and a lock: a second page, such as a duplicated tab, finds it locked and starts empty,
 * so that no queue is open twice.
 */
import { savable, type SavedPosition, type SavedSession, type SessionStore } from '#player/index.ts'
import { tryTwice } from '#ui/exit.ts'
import { version, type PositionRecord, type QueueRecord } from './queueRecord.ts'
import type { TabLock } from './tabLock.ts'
import type { SafeStorage } from '#data/storage.ts'

const keys = { queue: 'strand-queue', position: 'strand-queue-position' }
/** Parts of the queue to store if it exceeds the quota. */
const windows = [
  { behind: 50, ahead: 200 },
  { behind: 5, ahead: 20 },
]

export interface OwnedSession extends SessionStore {
  read(): Promise<SavedSession | null>
  /** Whether this tab or device has stored a queue, which may be another tab's or another member's. */
  isStored(): boolean
  /** The signed-in member changed, or is known for the first time. */
  setMember(uid: string | null): void
  /** Deletes all queues of this device. */
  forget(): void
}

interface World {
  ownTab: SafeStorage
  device: SafeStorage
  lock: TabLock
  /** undefined: unknown, as in a document from the browser's cache. Reading and writing wait for `setMember`. */
  member: string | null | undefined
  newId?: () => string
  now?: () => number
}

const randomId = () => Math.random().toString(36).slice(2)

export function createSession({ ownTab, device, lock, member: atFirst, newId = randomId, now = Date.now }: World): OwnedSession {
  let member = atFirst
  let id = ''
  /** The queue in the tab's storage, to skip redundant writes. */
  let last: SavedSession | null = null
  /** The last written position. A page that is left without a change does not overwrite the device's queue. */
  let lastPosition: SavedPosition | null = null
  /** A write that waits for the member to be known. */
  let waiting: SavedSession | null = null
  let learnMember = (): void => undefined
  const memberKnown = new Promise<void>((resolve) => {
    learnMember = resolve
  })
  if (member !== undefined) learnMember()
  lock.onLost(() => {
    // Another page has locked the queue: this page continues with a copy under a new id.
    const [session, position] = [last, lastPosition]
    id = ''
    last = null
    if (session === null) return
    write(session)
    // The queue is written only when it changes, so its position is older.
    if (position !== null) writePosition(position)
  })

  const begun = () => id !== ''
  /** Locks the queue's id, unless another page has it or a queue was started here meanwhile. */
  async function become(next: string): Promise<boolean> {
    if (begun() || !(await lock.acquire(lockOf(next))) || begun()) return false
    id = next
    return true
  }

  async function bringBack(storage: SafeStorage): Promise<SavedSession | null> {
    const found = storage.read(keys.queue)
    if (found === null || member === undefined) return null
    const { placeAt, readQueue } = await tryTwice(() => import('./savedQueue.ts'))
    const record = readQueue(found, { member, now: now() })
    if (record === null) {
      clear(storage)
      return null
    }
    const ours = await become(record.id)
    // The member may have signed out while the lock was requested.
    return ours && (record.member === null || record.member === member) ? placeAt(record, storage.read(keys.position)) : null
  }

  function writeQueue(storage: SafeStorage, session: SavedSession): void {
    const record: QueueRecord = { version, id, member: member ?? null, writtenAt: now(), session }
    if (storage.write(keys.queue, record)) return
    for (const window of windows) {
      if (storage.write(keys.queue, { ...record, session: { ...session, queue: savable(session.queue, window) } })) return
    }
    // No queue is better than an outdated one.
    storage.remove(keys.queue)
  }

  const onDevice = () => (device.read(keys.position) as Partial<PositionRecord> | null)?.id

  function writePosition(position: SavedPosition): void {
    const record: PositionRecord = { id, ...position }
    lastPosition = position
    ownTab.write(keys.position, record)
    device.write(keys.position, record)
  }

  function write(session: SavedSession | null): void {
    waiting = member === undefined ? session : null
    if (session === null) {
      if (!begun()) return
      clear(ownTab)
      if (onDevice() === id) clear(device)
      last = null
      return
    }
    if (member === undefined) return
    if (!begun()) {
      id = newId()
      lock.acquire(lockOf(id)).catch(() => undefined)
    }
    if (last === null || !sameQueue(last, session)) {
      last = session
      writeQueue(ownTab, session)
      writeQueue(device, session)
    }
    const item = session.queue.items[session.queue.index]
    if (item) writePosition({ itemId: item.id, position: session.position, duration: session.duration })
  }

  return {
    isStored: () => [ownTab, device].some((storage) => storage.read(keys.queue) !== null),
    async read() {
      try {
        await memberKnown
        return (await bringBack(ownTab)) ?? (await bringBack(device))
      } catch {
        // The code failed to load: the queue is read at the next start.
        return null
      }
    },
    write,
    writePosition(position) {
      if (last === null || (lastPosition !== null && placeOf(lastPosition) === placeOf(position))) return
      // Another page has written since: make this page's queue the last again.
      if (onDevice() !== id) writeQueue(device, last)
      writePosition(position)
    },
    setMember(uid) {
      member = uid
      if (waiting !== null) write(waiting)
      else if (last !== null) {
        writeQueue(ownTab, last)
        if (onDevice() === id) writeQueue(device, last)
      }
      learnMember()
    },
    forget() {
      clear(ownTab)
      clear(device)
      last = waiting = null
    },
  }
}

const clear = (storage: SafeStorage): void => {
  for (const key of Object.values(keys)) storage.remove(key)
}

const placeOf = ({ itemId, position, duration }: SavedPosition) => `${itemId} ${position} ${duration}`

const lockOf = (id: string) => `strand-queue-${id}`

const sameList = (a: readonly unknown[] | null, b: readonly unknown[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((one, at) => one === b[at]))

/** Compares without the index: a thousand items are slow to write, and most changes only move the index. */
const sameQueue = ({ queue: a, repeat: r }: SavedSession, { queue: b, repeat: s }: SavedSession): boolean =>
  r === s &&
  a.source === b.source &&
  a.next === b.next &&
  a.previous === b.previous &&
  sameList(a.items, b.items) &&
  sameList(a.natural, b.natural) &&
  sameList(a.removed, b.removed)
