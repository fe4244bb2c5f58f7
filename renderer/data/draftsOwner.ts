/** Whose the drafts on this device are (see `drafts.ts`, which comes with the forms). */
import { device, isRecord } from './storage.ts'

export const draftsKey = 'strand-drafts'
export const draftPicturesName = 'strand-pictures'

export function forgetDrafts(): void {
  device.remove(draftsKey)
  // A browser without one keeps no pictures.
  globalThis.indexedDB?.deleteDatabase(draftPicturesName)
}

/** Somebody is signed in: what others left here goes. */
export function keepDraftsOf(uid: string): void {
  const found = device.read(draftsKey)
  if (isRecord(found) && found['uid'] !== uid) forgetDrafts()
}
