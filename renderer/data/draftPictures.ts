/**
 * Pictures of unsent forms, too large for the storage of drafts (`drafts.ts`). Deleted with their drafts, at log-out, when another member
 * signs in, and after 30 days. Best effort: storage may be full or missing.
 */
import { draftPicturesName as name } from './draftsOwner.ts'

const storeName = 'pictures'
/** In milliseconds. */
const maxAgeMs = 30 * 86_400_000

interface Entry {
  uid: string
  /** A `data:` URL. */
  picture: string
  at: number
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB request failed'))
  })

async function withStore<T>(mode: IDBTransactionMode, operation: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName)
  const database = await toPromise(opening)
  try {
    return await toPromise(operation(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

/** Stores the picture of a draft, by the draft's name. Null deletes it. */
export async function saveDraftPicture(uid: string, draft: string, picture: string | null): Promise<void> {
  try {
    await withStore<unknown>(
      'readwrite',
      (entries) =>
        (picture === null
          ? entries.delete(draft)
          : entries.put({ uid, picture, at: Date.now() } satisfies Entry, draft)) as IDBRequest<unknown>,
    )
  } catch {
    // Without storage a reload loses the picture, and the form requires a new one.
  }
}

export async function loadDraftPicture(uid: string, draft: string): Promise<string | null> {
  try {
    const entry = (await withStore('readonly', (entries) => entries.get(draft))) as Entry | undefined
    return entry?.uid === uid && entry.at > Date.now() - maxAgeMs ? entry.picture : null
  } catch {
    return null
  }
}
