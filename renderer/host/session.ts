/**
 * Persists the queue (BY6). Each tab stores its own queue in session storage, for a reload; the last written queue is also in local
 * storage, for the next start. A queue has an id and a lock: a second page, such as a duplicated tab, finds it locked and starts empty,
 * so that no queue is open twice.
 */
import type { SavedPosition, SavedSession, SessionStore } from '#player/index.ts'
import type { SafeStorage } from '#data/storage.ts'
import { version, type QueueRecord } from './queueRecord.ts'
import { isSamePosition, isSameQueue, readStoredQueue, storedQueueId, writeStoredPosition, writeStoredQueue } from './queueStorage.ts'
import { clearStoredQueue } from './stored.ts'
import type { TabLock } from './tabLock.ts'

export interface OwnedSession extends SessionStore {
  read(): Promise<SavedSession | null>
  /** The signed-in member changed, or is known for the first time. */
  setMember(uid: string | null): void
  /** Deletes all queues of this device. */
  clear(): void
}

interface SessionContext {
  ownTab: SafeStorage
  device: SafeStorage
  lock: TabLock
  /**
   * Uid of the signed-in member; null for a visitor; undefined while unknown, for example in a document from the
   * browser's cache. Reading and writing then wait for `setMember`.
   */
  member: string | null | undefined
  newId?: () => string
  now?: () => number
}

const randomId = () => Math.random().toString(36).slice(2)

export function createSession({
  ownTab,
  device,
  lock,
  member: initialMember,
  newId = randomId,
  now = Date.now,
}: SessionContext): OwnedSession {
  let member = initialMember
  let id = ''
  /** The session that was last written to the tab's storage, to skip redundant writes. */
  let last: SavedSession | null = null
  /** The last written position. A page that is left without a change does not overwrite the device's queue. */
  let lastPosition: SavedPosition | null = null
  /** A write that waits for the member to be known. */
  let waiting: SavedSession | null = null
  let resolveMember = (): void => undefined
  const memberIsKnown = new Promise<void>((resolve) => {
    resolveMember = resolve
  })
  if (member !== undefined) resolveMember()
  lock.onLost(() => {
    // Another page has locked the queue: this page continues with a copy, for which `write` creates a new id.
    const [session, position] = [last, lastPosition]
    id = ''
    last = null
    if (session === null) return
    write(session)
    // The position in `session` is from the last change of the queue, so the separately written one is newer.
    if (position !== null) writePosition(position)
  })

  /** Whether this page has a queue of its own. */
  const isStarted = () => id !== ''
  /** Locks the queue's id, unless another page holds it or a queue is started here before the lock is granted. */
  async function adopt(queueId: string): Promise<boolean> {
    if (isStarted() || !(await lock.acquire(lockOf(queueId))) || isStarted()) return false
    id = queueId
    return true
  }

  async function restore(storage: SafeStorage): Promise<SavedSession | null> {
    if (member === undefined) return null
    const stored = await readStoredQueue(storage, { member, now: now() })
    if (stored === null || !(await adopt(stored.record.id))) return null
    // The member may have signed out while the lock was requested.
    const isVisible = stored.record.member === null || stored.record.member === member
    return isVisible ? stored.session() : null
  }

  function writeQueue(storage: SafeStorage, session: SavedSession): void {
    const record: QueueRecord = { version, id, member: member ?? null, writtenAt: now(), session }
    writeStoredQueue(storage, record)
  }

  /** Whether the queue in local storage is this page's. */
  const isOnDevice = () => storedQueueId(device) === id

  function writePosition(position: SavedPosition): void {
    lastPosition = position
    for (const storage of [ownTab, device]) writeStoredPosition(storage, { id, ...position })
  }

  /** Writes a position that has changed since the last one. */
  function updatePosition(position: SavedPosition): void {
    if (last === null || (lastPosition !== null && isSamePosition(lastPosition, position))) return
    // Another page has replaced the queue in local storage: make this page's queue the last one again.
    if (!isOnDevice()) writeQueue(device, last)
    writePosition(position)
  }

  function write(session: SavedSession | null): void {
    waiting = member === undefined ? session : null
    if (session === null) {
      if (!isStarted()) return
      clearStoredQueue(ownTab)
      if (isOnDevice()) clearStoredQueue(device)
      last = null
      return
    }
    if (member === undefined) return
    if (!isStarted()) {
      id = newId()
      lock.acquire(lockOf(id)).catch(() => undefined)
    }
    const isWritten = last !== null && isSameQueue(last, session)
    last = session
    if (!isWritten) for (const storage of [ownTab, device]) writeQueue(storage, session)
    const item = session.queue.items[session.queue.index]
    if (item) (isWritten ? updatePosition : writePosition)({ itemId: item.id, position: session.position, duration: session.duration })
  }

  return {
    async read() {
      try {
        await memberIsKnown
        return (await restore(ownTab)) ?? (await restore(device))
      } catch {
        // The code that validates the queue failed to load. The queue stays stored for the next start.
        return null
      }
    },
    write,
    writePosition: updatePosition,
    setMember(uid) {
      member = uid
      if (waiting !== null) write(waiting)
      else if (last !== null) {
        writeQueue(ownTab, last)
        if (isOnDevice()) writeQueue(device, last)
      }
      resolveMember()
    },
    clear() {
      clearStoredQueue(ownTab)
      clearStoredQueue(device)
      last = waiting = null
    },
  }
}

const lockOf = (id: string) => `strand-queue-${id}`
