/**
 * Pictures of forms that were not sent yet. They are too large for where the words of a draft are kept (`drafts.ts`), and go
 * when those go, at log-out and when another member comes, and after 30 days. A browser without room keeps none.
 */
import { draftPicturesName as name } from './draftsOwner.ts'

const store = 'pictures'
/** In milliseconds. */
const age = 30 * 86_400_000

interface Entry {
  uid: string
  /** A `data:` address. */
  picture: string
  at: number
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no pictures'))
  })

async function within<T>(mode: IDBTransactionMode, work: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store)
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(store, mode).objectStore(store)))
  } finally {
    database.close()
  }
}

/** Null removes it. */
export async function keepPicture(uid: string, draft: string, picture: string | null): Promise<void> {
  try {
    await within<unknown>(
      'readwrite',
      (entries) =>
        (picture === null
          ? entries.delete(draft)
          : entries.put({ uid, picture, at: Date.now() } satisfies Entry, draft)) as IDBRequest<unknown>,
    )
  } catch {
    // Then a reload loses it, and the form says so by asking for one.
  }
}

export async function keptPicture(uid: string, draft: string): Promise<string | null> {
  try {
    const entry = (await within('readonly', (entries) => entries.get(draft))) as Entry | undefined
    return entry?.uid === uid && entry.at > Date.now() - age ? entry.picture : null
  } catch {
    return null
  }
}
