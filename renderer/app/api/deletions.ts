/**
 * Posts and playlists deleted in this tab. Their cached answers, data inlined in documents that the browser
 * restores, unsent forms and cached pictures are removed, so that Back shows that they are gone.
 */
import type { Post } from '../../../server/contract/schemas.ts'
import { pictureCache } from '../../worker/scope.ts'
import { kept } from '../player/storage.ts'

const storageKey = 'strand-deleted'
const maxIds = 100
/** Of this tab, as its history is. */
const storage = kept(() => sessionStorage)

const read = (): string[] => {
  const found = storage.read(storageKey)
  return Array.isArray(found) ? found.filter((id): id is string => typeof id === 'string') : []
}

let deleted = read()

/** Deleted since the last purge of the cache. */
let unpurged: string[] = []

export function markDeleted(ids: readonly string[]): void {
  unpurged.push(...ids)
  deleted = [...new Set([...deleted, ...ids])].slice(-maxIds)
  storage.write(storageKey, deleted)
}

const mentions = (value: unknown, ids: readonly string[]): boolean => {
  if (ids.length === 0) return false
  const text = JSON.stringify(value) ?? ''
  return ids.some((id) => text.includes(`"${id}"`))
}

/** Whether a request names something deleted, or a cached answer holds it. */
export const mentionsDeleted = (value: unknown): boolean => mentions(value, deleted)

/** The cache keys of requests that name what was deleted since the last call. */
export function takeStaleKeys(queries: Readonly<Record<string, { originalArgs?: unknown } | undefined>>): string[] {
  const ids = unpurged
  unpurged = []
  return Object.entries(queries).flatMap(([key, entry]) => (mentions(entry?.originalArgs, ids) ? [key] : []))
}

/** Removes the service worker's copies of pictures, in all their sizes. */
export async function dropPictures(addresses: readonly (string | null | undefined)[]): Promise<void> {
  const own = [...new Set(addresses)].filter((address): address is string => typeof address === 'string' && address.startsWith('/'))
  if (own.length === 0 || !globalThis.caches) return
  const cache = await caches.open(pictureCache)
  await Promise.all(own.map((address) => cache.delete(address, { ignoreSearch: true, ignoreVary: true })))
}

export const picturesOf = ({ media }: Pick<Post, 'media'>): (string | null | undefined)[] => [media?.image, ...(media?.media ?? []).map(({ image }) => image)]
