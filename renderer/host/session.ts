/**
 * The queue that survives (BY6). Each page's own queue is in its tab's storage, for a reload; the one written last
 * is in the device's too, for the next start. A queue has an id, and whoever brings it back becomes that id's page:
 * a second page, a duplicated tab for one, finds it taken and starts empty. So no queue is ever up twice.
 */
import { savable, type SavedPosition, type SavedSession, type SessionStore } from '#player/index.ts'
import { tryTwice } from '#ui/exit.ts'
import { version, type PositionRecord, type QueueRecord } from './queueRecord.ts'
import type { TabLock } from './tabLock.ts'
import type { Kept } from '#data/storage.ts'

const keys = { queue: 'strand-queue', position: 'strand-queue-position' }
/** Windows that are tried where the storage has no room for more. */
const windows = [
  { behind: 50, ahead: 200 },
  { behind: 5, ahead: 20 },
]

export interface OwnedSession extends SessionStore {
  read(): Promise<SavedSession | null>
  /** Whether this tab or device has stored a queue, which may be another tab's or another member's. */
  isStored(): boolean
  /** Another member is signed in now, or none, or it is known for the first time. */
  setMember(uid: string | null): void
  /** Nothing of any queue stays on this device. */
  forget(): void
}

interface World {
  ownTab: Kept
  device: Kept
  lock: TabLock
  /** undefined: not known yet, as in a document of the browser's cache. Reading and writing wait for `setMember`. */
  member: string | null | undefined
  newId?: () => string
  now?: () => number
}

const randomId = () => Math.random().toString(36).slice(2)

export function createSession({ ownTab, device, lock, member: atFirst, newId = randomId, now = Date.now }: World): OwnedSession {
  let member = atFirst
  let id = ''
  /** What the tab's storage holds: the same again is not written again. */
  let last: SavedSession | null = null
  /** The position that was last written: a page that is only left has done nothing since, and does not become the last. */
  let lastPosition: SavedPosition | null = null
  /** What was to be written before the member was known. */
  let waiting: SavedSession | null = null
  let learnMember = (): void => undefined
  const memberKnown = new Promise<void>((resolve) => {
    learnMember = resolve
  })
  if (member !== undefined) learnMember()
  lock.onLost(() => {
    // Another page has that queue now, so what is up here is another one.
    const [session, position] = [last, lastPosition]
    id = ''
    last = null
    if (session === null) return
    write(session)
    // The queue is written where it changes, so the place in it is newer.
    if (position !== null) writePosition(position)
  })

  const begun = () => id !== ''
  /** Becomes that queue's page, unless another is, or a person began a queue here meanwhile. */
  async function become(next: string): Promise<boolean> {
    if (begun() || !(await lock.acquire(lockOf(next))) || begun()) return false
    id = next
    return true
  }

  async function bringBack(storage: Kept): Promise<SavedSession | null> {
    const found = storage.read(keys.queue)
    if (found === null || member === undefined) return null
    const { placeAt, readQueue } = await tryTwice(() => import('./savedQueue.ts'))
    const record = readQueue(found, { member, now: now() })
    if (record === null) {
      clear(storage)
      return null
    }
    const ours = await become(record.id)
    // Whoever was signed in may have left while other pages were asked.
    return ours && (record.member === null || record.member === member) ? placeAt(record, storage.read(keys.position)) : null
  }

  function writeQueue(storage: Kept, session: SavedSession): void {
    const record: QueueRecord = { version, id, member: member ?? null, writtenAt: now(), session }
    if (storage.write(keys.queue, record)) return
    for (const window of windows) {
      if (storage.write(keys.queue, { ...record, session: { ...session, queue: savable(session.queue, window) } })) return
    }
    // Rather none than one that is no longer true.
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
        // The code that reads it did not come: it is read at the next start.
        return null
      }
    },
    write,
    writePosition(position) {
      if (last === null || (lastPosition !== null && placeOf(lastPosition) === placeOf(position))) return
      // Another page wrote since: now this one is the last again.
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

const clear = (storage: Kept): void => {
  for (const key of Object.values(keys)) storage.remove(key)
}

const placeOf = ({ itemId, position, duration }: SavedPosition) => `${itemId} ${position} ${duration}`

const lockOf = (id: string) => `strand-queue-${id}`

const sameList = (a: readonly unknown[] | null, b: readonly unknown[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((one, at) => one === b[at]))

/** But for where in it they are. A thousand items take long to write, and most changes only move on. */
const sameQueue = ({ queue: a, repeat: r }: SavedSession, { queue: b, repeat: s }: SavedSession): boolean =>
  r === s &&
  a.source === b.source &&
  a.next === b.next &&
  a.previous === b.previous &&
  sameList(a.items, b.items) &&
  sameList(a.natural, b.natural) &&
  sameList(a.removed, b.removed)
