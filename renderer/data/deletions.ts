/**
 * Remembers the posts and playlists that were deleted in this browser. Cached answers, data in documents that the
 * browser restores, unsent forms and cached pictures about them are dropped, so that Back shows that they are deleted.
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
/** Sends a deletion to the other tabs. */
export const shareDeletion = channel.post

const listeners = new Set<(deletion: Deletion) => void>()

/** Sends a deletion to all tabs, this one included: for endpoints that the list and queue middleware does not handle. */
export function announceDeletion(deletion: Deletion): void {
  shareDeletion(deletion)
  for (const listener of listeners) listener(deletion)
}

/** Subscribes to deletions in other tabs, and to announced ones. @returns unsubscribes. */
export function onDeletion(listener: (deletion: Deletion) => void): () => void {
  listeners.add(listener)
  const stop = channel.subscribe(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Ids deleted since the last purge of the cache (purge.ts). */
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

/** Whether the input of a request, or an answer, contains the id of a deleted item. */
export const mentionsDeleted = (value: unknown): boolean => mentions(value, deleted)

/** The cache keys of queries about items deleted since the last call. Keys in use are left for the next call. */
export function takeStaleKeys(
  queries: Readonly<Record<string, { originalArgs?: unknown } | undefined>>,
  isInUse: (key: string) => boolean = () => false,
): string[] {
  const stale = Object.entries(queries).flatMap(([key, entry]) => (mentions(entry?.originalArgs, unpurged) ? [key] : []))
  const unused = stale.filter((key) => !isInUse(key))
  if (unused.length === stale.length) unpurged = []
  return unused
}

/** Removes pictures from the service worker's cache, in all sizes. Only pictures of this site are cached. */
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
