/** This device's memory of played posts: the stream that worked (BZ1), and the resume position of long ones (BY18). */
import type { PostMemory, Remembered } from '#player/index.ts'
import { isRecord, isTime, type SafeStorage } from '#data/storage.ts'

const key = 'strand-posts'
/** The most recently touched posts. */
const most = 200
const day = 86_400_000
/** A failed stream may be repaired, so the preferred one is tried again after a week. */
const streamAge = 7 * day
const positionAge = 90 * day
/** Milliseconds after which expiry is checked again. */
const checkAgain = 60_000

interface Known extends Remembered {
  /** Milliseconds since 1970. */
  streamAt?: number
  positionAt?: number
}

/** By post, the most recently touched last. */
type Posts = [string, Known][]

export interface DeviceMemory extends PostMemory {
  /** Deletes all posts. */
  clear(): void
}

/** Not cached beyond the stored text: other tabs write the same storage. */
export function createMemory(device: SafeStorage, now: () => number = Date.now): DeviceMemory {
  /** `read` returns the same value until the text changes, so the posts are validated once. */
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
        // Writing a position does not refresh the age of the stream.
        ...(stream !== undefined && { stream, streamAt: before?.stream === stream ? before.streamAt : now() }),
        ...(position !== undefined && { position, positionAt: now() }),
      }
      device.write(key, [...others, [postId, known] as const].slice(-most))
    },
    clear: () => device.remove(key),
  }
}

/** The valid and recent part of a record; null if nothing is left. */
function sound({ stream, streamAt, position, positionAt }: Record<string, unknown>, now: number): Known | null {
  const recent = (at: unknown, age: number): at is number => isTime(at) && now - at < age
  const known: Known = {
    ...(typeof stream === 'string' && recent(streamAt, streamAge) && { stream, streamAt }),
    ...(isTime(position) && recent(positionAt, positionAge) && { position, positionAt }),
  }
  return Object.keys(known).length > 0 ? known : null
}
