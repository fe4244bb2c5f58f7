/** Files that belong to a backup: uploaded pictures, of the object store, and generated keys, of the data directory. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createObjectStore, inParallel, type ObjectStore } from '#objects/store.ts'

export const pictureFolder = 'pictures/'
const keyFolder = 'keys/'

/** Their folders in the data directory. The search index and mails in files are not saved: the index is built again. */
export const folders = ['pictures', 'keys'] as const

/** Unfinished files have other names. */
const picture = /^pictures\/[0-9a-f]{2}\/[0-9a-f]{32}\/[0-9a-z]{8,40}-(?:main|small|original)\.jpg$/
const key = /^keys\/[a-z][a-z-]{0,40}(?:\.json)?$/

export const isPicture = (name: string): boolean => picture.test(name)
export const isStored = (name: string): boolean => isPicture(name) || key.test(name)

/** Files that are read, or written, at the same time: object storage answers slowly. */
export const parallelFiles = 16

export interface StoredFile {
  name: string
  content: Buffer
  /** Whether it may be newer than `startedMs`. */
  isRecent: boolean
}

interface FileSources {
  dataDir: string
  objects: ObjectStore
}

/**
 * The stored files. Those that are deleted during the call are left out.
 * @param startedMs a time by the clock of this machine @param onlyRecent only files that may be newer than that
 */
export async function* readFiles(
  { dataDir, objects }: FileSources,
  startedMs: number,
  { onlyRecent = false } = {},
): AsyncGenerator<StoredFile> {
  const sources: [ObjectStore, folder: string][] = [
    [objects, pictureFolder],
    [createObjectStore({ s3: null, dataDir }), keyFolder],
  ]
  for (const [store, folder] of sources) {
    const files = async function* () {
      for await (const { name, changedMs } of store.list(folder)) {
        const isRecent = changedMs >= startedMs - store.clockToleranceMs
        if (isStored(name) && (isRecent || !onlyRecent)) yield { name, isRecent }
      }
    }
    const read = async ({ name, isRecent }: Omit<StoredFile, 'content'>) => ({ name, isRecent, content: await store.read(name) })
    for await (const { name, isRecent, content } of inParallel(files(), parallelFiles, read))
      if (content !== null) yield { name, isRecent, content }
  }
}

/** Writes a file for which `isStored` is true. */
export async function writeStored(dataDir: string, name: string, content: Buffer): Promise<void> {
  const path = join(dataDir, name)
  await mkdir(dirname(path), { recursive: true, mode: name.startsWith('keys/') ? 0o700 : 0o777 })
  await writeFile(path, content, { mode: name.startsWith('keys/') ? 0o600 : 0o666, flush: true })
}

/** Writes several files at the same time. A failure is thrown by a later call, at the latest by `ended`. */
export function createWrites() {
  const writing = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  return {
    /** Resolves when further files can be written. */
    async add(write: () => Promise<void>): Promise<void> {
      while (writing.size >= parallelFiles) await Promise.race(writing)
      if (failure) throw failure.error
      const written: Promise<void> = write()
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    /** Does not throw. */
    async settled(): Promise<void> {
      await Promise.all(writing)
    },
    async ended(): Promise<void> {
      await Promise.all(writing)
      if (failure) throw failure.error
    },
  }
}

/** Whether the folder of the data directory is absent or empty. */
export async function isFolderEmpty(path: string): Promise<boolean> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return names.length === 0
}
