/** Files of the data directory that belong to a backup: uploaded pictures, and generated keys. */
import type { Dirent } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Their folders in the data directory. The search index and mails in files are not saved: the index is built again. */
export const folders = ['pictures', 'keys'] as const

/** Unfinished files have other names. */
const picture = /^pictures\/[0-9a-f]{2}\/[0-9a-f]{32}\/[0-9a-z]{8,40}-(?:main|small|original)\.jpg$/
const key = /^keys\/[a-z][a-z-]{0,40}$/

export const isStored = (name: string): boolean => picture.test(name) || key.test(name)

const unlessMissing =
  <T>(fallback: T) =>
  (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback
    throw error
  }

/** Names below `dataDir`, with slashes. One folder at a time, as there may be a million files. */
async function* namesIn(dataDir: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(unlessMissing<Dirent[]>([]))
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* namesIn(dataDir, name)
    else if (isStored(name)) yield name
  }
}

export interface StoredFile {
  name: string
  content: Buffer
  changedMs: number
}

/** The stored files. Those that are deleted during the call are left out. @param sinceMs only those that were changed after this time */
export async function* readFiles(dataDir: string, sinceMs = -Infinity): AsyncGenerator<StoredFile> {
  for (const folder of folders) {
    for await (const name of namesIn(dataDir, folder)) {
      const path = join(dataDir, name)
      const changedMs = await stat(path).then(({ mtimeMs }) => mtimeMs, unlessMissing(-Infinity))
      if (changedMs < sinceMs) continue
      const content = await readFile(path).catch(unlessMissing(null))
      if (content !== null) yield { name, content, changedMs }
    }
  }
}

/** Writes a file for which `isStored` is true. */
export async function writeStored(dataDir: string, name: string, content: Buffer): Promise<void> {
  const path = join(dataDir, name)
  await mkdir(dirname(path), { recursive: true, mode: name.startsWith('keys/') ? 0o700 : 0o777 })
  await writeFile(path, content, { mode: name.startsWith('keys/') ? 0o600 : 0o666 })
}

/** Whether the folder of the data directory is absent or empty. */
export async function isFolderEmpty(path: string): Promise<boolean> {
  const names = await readdir(path).catch(unlessMissing<string[]>([]))
  return names.length === 0
}
