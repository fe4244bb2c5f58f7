/**
 * Drafts of unsent forms on this device: they survive a reload, an ended session and a failed request. They belong to one member: see
 * `draftsOwner.ts`.
 */
import { draftsKey as key } from './draftsOwner.ts'
import { deviceStorage, isRecord } from './storage.ts'

/** Only the most recently written drafts are stored. */
const maxDrafts = 20
/** 30 days. */
const maxAgeMs = 30 * 86_400_000

interface Entry {
  name: string
  value: unknown
  /** Milliseconds since 1970. */
  at: number
}

const isEntry = (entry: unknown): entry is Entry => isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['at'] === 'number'

/** Not cached in memory: other tabs write the same storage. */
function readAll(uid: string): Entry[] {
  const found = deviceStorage.read(key)
  if (!isRecord(found) || found['uid'] !== uid || !Array.isArray(found['drafts'])) return []
  return (found['drafts'] as unknown[]).filter(isEntry).filter(({ at }) => at > Date.now() - maxAgeMs)
}

/** The draft of that name, or null. The caller validates its shape. */
export const readDraft = (uid: string, name: string): unknown => readAll(uid).find((entry) => entry.name === name)?.value ?? null

/**
 * Deletes the drafts about a post, a playlist or a comment, whose names contain its id (`post:…`). Returns the names.
 */
export function deleteDraftsAbout(uid: string, id: string): string[] {
  const names = readAll(uid)
    .map(({ name }) => name)
    .filter((name) => name.split(':').includes(id))
  for (const name of names) writeDraft(uid, name, null)
  return names
}

/** Null deletes it. If storage is full, the oldest drafts are dropped. */
export function writeDraft(uid: string, name: string, value: unknown): void {
  const before = readAll(uid)
  const others = before.filter((entry) => entry.name !== name)
  if (value === null && others.length === before.length) return
  let drafts = value === null ? others : [...others, { name, value, at: Date.now() }].slice(-maxDrafts)
  while (drafts.length > 0 && !deviceStorage.write(key, { uid, drafts })) drafts = drafts.slice(1)
  if (drafts.length === 0) deviceStorage.remove(key)
}
