/** What the player stores on this device. */
import type { SafeStorage } from '#data/storage.ts'

/** Keys of the queue and its position, which each tab has too, and of the memory of posts. */
export const storedKeys = { queue: 'strand-queue', position: 'strand-queue-position', posts: 'strand-posts' }

export const hasQueue = (storage: SafeStorage): boolean => storage.read(storedKeys.queue) !== null

export function clearStoredQueue(storage: SafeStorage): void {
  storage.remove(storedKeys.queue)
  storage.remove(storedKeys.position)
}

export const clearStoredPosts = (storage: SafeStorage): void => storage.remove(storedKeys.posts)
