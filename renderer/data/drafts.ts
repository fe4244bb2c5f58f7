/**
 * What a member has typed and not yet sent, kept on this device: a reload, a session that ended and a request
 * that failed lose nothing. It is the member's own: see `draftsOwner.ts`.
 */
import { draftsKey as key } from './draftsOwner.ts'
import { device, isRecord } from './storage.ts'

/** The drafts that were written last. */
const most = 20
/** In milliseconds: after 30 days nobody comes back to it. */
const age = 30 * 86_400_000

interface Entry {
  name: string
  value: unknown
  /** In milliseconds since 1970. */
  at: number
}

const isEntry = (entry: unknown): entry is Entry => isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['at'] === 'number'

/** Nothing is held beside the storage itself, so that the tabs of one browser know the same. */
function readAll(uid: string): Entry[] {
  const found = device.read(key)
  if (!isRecord(found) || found['uid'] !== uid || !Array.isArray(found['drafts'])) return []
  return (found['drafts'] as unknown[]).filter(isEntry).filter(({ at }) => at > Date.now() - age)
}

/** The draft of that name, or null; whoever asks checks its shape. */
export const readDraft = (uid: string, name: string): unknown => readAll(uid).find((entry) => entry.name === name)?.value ?? null

/** Removes the forms about a post, a playlist or a comment. Returns their names. */
export function dropDraftsOf(uid: string, id: string): string[] {
  const names = readAll(uid)
    .map(({ name }) => name)
    .filter((name) => name.split(':').includes(id))
  for (const name of names) writeDraft(uid, name, null)
  return names
}

/** Null removes it. Where there is no room, the older ones give way. */
export function writeDraft(uid: string, name: string, value: unknown): void {
  const before = readAll(uid)
  const others = before.filter((entry) => entry.name !== name)
  if (value === null && others.length === before.length) return
  let drafts = value === null ? others : [...others, { name, value, at: Date.now() }].slice(-most)
  while (drafts.length > 0 && !device.write(key, { uid, drafts })) drafts = drafts.slice(1)
  if (drafts.length === 0) device.remove(key)
}
