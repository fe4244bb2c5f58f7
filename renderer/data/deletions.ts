/**
 * Posts and playlists deleted in this browser. Their cached answers, data inlined in documents that the browser restores, unsent forms
 * and cached pictures are removed, so that Back shows that they are gone.
 */
import type { Post } from '#contract/schemas.ts'
import { pictureCache } from '../worker/scope.ts'
import { safeStorage } from './storage.ts'
import { tabChannel } from './tabChannel.ts'

const storageKey = 'strand-deleted'
const maxIds = 100
/** Per tab, like its history. */
const storage = safeStorage(() => sessionStorage)

const read = (): string[] => {
  const found = storage.read(storageKey)
  return Array.isArray(found) ? found.filter((id): id is string => typeof id === 'string') : []
}

let deleted = read()

export interface Deletion {
  kind: 'post' | 'bead'
  id: string
}

const channel = tabChannel<Deletion>('strand-deletions')
export const shareDeletion = channel.post
/** Subscribes to deletions in other tabs. @returns unsubscribes. */
export const onDeletionElsewhere = channel.subscribe

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

/** The cache keys of requests that name items deleted since the last call. Keys in use stay for the next call. */
export function takeStaleKeys(
  queries: Readonly<Record<string, { originalArgs?: unknown } | undefined>>,
  isInUse: (key: string) => boolean = () => false,
): string[] {
  const stale = Object.entries(queries).flatMap(([key, entry]) => (mentions(entry?.originalArgs, unpurged) ? [key] : []))
  const unused = stale.filter((key) => !isInUse(key))
  if (unused.length === stale.length) unpurged = []
  return unused
}

/** Removes the service worker's copies of pictures, in all their sizes. */
export async function deleteCachedPictures(addresses: readonly (string | null | undefined)[]): Promise<void> {
  const own = [...new Set(addresses)].filter((address): address is string => typeof address === 'string' && address.startsWith('/'))
  if (own.length === 0 || !globalThis.caches) return
  const cache = await caches.open(pictureCache)
  await Promise.all(own.map((address) => cache.delete(address, { ignoreSearch: true, ignoreVary: true })))
}

export const picturesOf = ({ media }: Pick<Post, 'media'>): (string | null | undefined)[] => [
  media?.image,
  ...(media?.media ?? []).map(({ image }) => image),
]
