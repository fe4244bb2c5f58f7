/**
 * Deletes the drafts on this device when their owner changes. `drafts.ts`, which is loaded with the forms, stores them.
 */
import { deviceStorage, isRecord } from './storage.ts'

export const draftsKey = 'strand-drafts'
export const draftPicturesName = 'strand-pictures'

export function clearDrafts(): void {
  deviceStorage.remove(draftsKey)
  // Without IndexedDB there are no pictures.
  globalThis.indexedDB?.deleteDatabase(draftPicturesName)
}

/** Called after a sign-in: deletes another member's drafts. */
export function clearDraftsOfOthers(uid: string): void {
  const found = deviceStorage.read(draftsKey)
  if (isRecord(found) && found['uid'] !== uid) clearDrafts()
}
