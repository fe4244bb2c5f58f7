/** What this device knows of posts from having played them: which copy worked (BZ1), and where a long one was left (BY18). */
import type { PostMemory, Remembered } from '#player/index.ts'
import { isRecord, isTime, type Kept } from '#data/storage.ts'

const key = 'strand-posts'
/** Posts, those touched last. */
const most = 200
const day = 86_400_000
/** A copy that failed may be mended, so the preferred one is tried again after a week. */
const streamAge = 7 * day
const positionAge = 90 * day
/** Milliseconds after which the ages are looked at again. */
const checkAgain = 60_000

interface Known extends Remembered {
  /** When it was written, in milliseconds since 1970. */
  streamAt?: number
  positionAt?: number
}

/** By post, the one touched last at the end. */
type Posts = [string, Known][]

export interface DeviceMemory extends PostMemory {
  /** Forgets every post. */
  clear(): void
}

/** Nothing is held beside the storage itself, so that the tabs of one browser know the same. */
export function createMemory(device: Kept, now: () => number = Date.now): DeviceMemory {
  /** The storage answers with the same value until its text changes, so its posts are checked once. */
  let checked: { found: unknown; at: number; posts: Posts; byId: Map<string, Known> } | null = null
  function readAll() {
    const found = device.read(key)
    const at = now()
    if (checked === null || checked.found !== found || at - checked.at >= checkAgain) {
      const posts = check(found)
      checked = { found, at, posts, byId: new Map(posts) }
    }
    return checked
  }
  function check(found: unknown): Posts {
    if (!Array.isArray(found)) return []
    return (found as unknown[]).flatMap((entry): Posts => {
      const [postId, known] = Array.isArray(entry) ? (entry as unknown[]) : []
      const fresh = typeof postId === 'string' && isRecord(known) ? sound(known, now()) : null
      return fresh === null ? [] : [[postId as string, fresh]]
    })
  }
  return {
    read(postId) {
      const known = readAll().byId.get(postId)
      if (known === undefined) return null
      const { stream, position } = known
      return { ...(stream !== undefined && { stream }), ...(position !== undefined && { position }) }
    },
    write(postId, remembered) {
      const { posts: all } = readAll()
      const before = all.find(([id]) => id === postId)?.[1]
      const others = all.filter(([id]) => id !== postId)
      if (remembered === null) {
        if (before !== undefined) device.write(key, others)
        return
      }
      const { stream, position } = remembered
      const known: Known = {
        // Written along with a position, a stream grows no younger.
        ...(stream !== undefined && { stream, streamAt: before?.stream === stream ? before.streamAt : now() }),
        ...(position !== undefined && { position, positionAt: now() }),
      }
      device.write(key, [...others, [postId, known] as const].slice(-most))
    },
    clear: () => device.remove(key),
  }
}

/** The part of it that can be read and is not too old; null where nothing is left. */
function sound({ stream, streamAt, position, positionAt }: Record<string, unknown>, now: number): Known | null {
  const recent = (at: unknown, age: number): at is number => isTime(at) && now - at < age
  const known: Known = {
    ...(typeof stream === 'string' && recent(streamAt, streamAge) && { stream, streamAt }),
    ...(isTime(position) && recent(positionAt, positionAge) && { position, positionAt }),
  }
  return Object.keys(known).length > 0 ? known : null
}
