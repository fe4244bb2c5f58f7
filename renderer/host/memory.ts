/** This device's memory of played posts: the stream that worked (BZ1), and the resume position of long ones (BY18). */
import type { PostMemory, Remembered } from '#player/index.ts'
import { isRecord, isTime, type SafeStorage } from '#data/storage.ts'
import { clearStoredPosts, storedKeys } from './stored.ts'

const key = storedKeys.posts
/** Only the most recently written posts are stored. */
const maxPosts = 200
const dayMs = 86_400_000
/** A stream that failed may be repaired, so the preferred stream of a post is tried first again after a week. */
const streamMaxAgeMs = 7 * dayMs
const positionMaxAgeMs = 90 * dayMs
/** Interval (ms) at which the age of the records is checked again. */
const recheckMs = 60_000

interface PostRecord extends Remembered {
  /** When the stream and the position were written (ms since 1970). */
  streamAt?: number
  positionAt?: number
}

/** Pairs of a post id and its record, the most recently written last. */
type PostEntries = [string, PostRecord][]

export interface DeviceMemory extends PostMemory {
  /** Deletes all posts. */
  clear(): void
}

/** Reads the storage on every access, because other tabs write to it too; only parsed values are cached. */
export function createMemory(storage: SafeStorage, now: () => number = Date.now): DeviceMemory {
  /** `storage.read` returns the same object until the stored text changes, so each text is validated once. */
  let cached: { found: unknown; at: number; posts: PostEntries; byId: Map<string, PostRecord> } | null = null
  function readAll() {
    const found = storage.read(key)
    const at = now()
    if (cached === null || cached.found !== found || at - cached.at >= recheckMs) {
      const posts = parseEntries(found)
      cached = { found, at, posts, byId: new Map(posts) }
    }
    return cached
  }
  function parseEntries(found: unknown): PostEntries {
    if (!Array.isArray(found)) return []
    return (found as unknown[]).flatMap((entry): PostEntries => {
      const [postId, record] = Array.isArray(entry) ? (entry as unknown[]) : []
      const valid = typeof postId === 'string' && isRecord(record) ? validRecord(record, now()) : null
      return valid === null ? [] : [[postId as string, valid]]
    })
  }
  return {
    read(postId) {
      const record = readAll().byId.get(postId)
      if (record === undefined) return null
      const { stream, position } = record
      return { ...(stream !== undefined && { stream }), ...(position !== undefined && { position }) }
    },
    write(postId, remembered) {
      const { posts: all } = readAll()
      const before = all.find(([id]) => id === postId)?.[1]
      const others = all.filter(([id]) => id !== postId)
      if (remembered === null) {
        if (before !== undefined) storage.write(key, others)
        return
      }
      const { stream, position } = remembered
      const record: PostRecord = {
        // Writing a position does not refresh the age of the stream.
        ...(stream !== undefined && { stream, streamAt: before?.stream === stream ? before.streamAt : now() }),
        ...(position !== undefined && { position, positionAt: now() }),
      }
      storage.write(key, [...others, [postId, record] as const].slice(-maxPosts))
    },
    clear: () => clearStoredPosts(storage),
  }
}

/** The valid and recent part of a record; null if nothing is left. */
function validRecord({ stream, streamAt, position, positionAt }: Record<string, unknown>, now: number): PostRecord | null {
  const isRecent = (at: unknown, age: number): at is number => isTime(at) && now - at < age
  const record: PostRecord = {
    ...(typeof stream === 'string' && isRecent(streamAt, streamMaxAgeMs) && { stream, streamAt }),
    ...(isTime(position) && isRecent(positionAt, positionMaxAgeMs) && { position, positionAt }),
  }
  return Object.keys(record).length > 0 ? record : null
}
