/** Objects as files below a folder. */
import { randomBytes } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RangeNotSatisfiable } from './errors.ts'
import { checkName } from './names.ts'
import { resolveRange } from './range.ts'
import type { ObjectInfo, ObjectStore } from './port.ts'

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

/** The result of `work`; `fallback` if the file or folder does not exist. */
async function unlessMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return fallback
    throw error
  }
}

/** Clocks of file systems are coarse. */
const clockToleranceMs = 5000

/** A file that is being written changes more often (ms). */
const abandonedMs = 3_600_000

/** Attempts to store a file whose folder is removed at the same time. */
const attempts = 5

async function write(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes a folder if it has no files but those whose process ended while it wrote them. */
async function removeIfEmpty(folder: string): Promise<void> {
  const names = await unlessMissing(readdir(folder), [])
  if (names.some((name) => !name.endsWith('.tmp'))) return
  for (const name of names) {
    const found = await unlessMissing(stat(join(folder, name)), null)
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(join(folder, name), { force: true })
  }
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(String(codeOf(error)))) throw error
  })
}

/** @param root is created when the first object is stored. */
export function createDiskStore(root: string): ObjectStore {
  const pathOf = (name: string): string => join(root, checkName(name))

  /** One folder at a time, as there may be a million files. Unfinished files are left out. */
  async function* list(folder: string): AsyncGenerator<ObjectInfo> {
    checkName(folder.slice(0, -1))
    const entries = await unlessMissing<Dirent[], Dirent[]>(readdir(join(root, folder), { withFileTypes: true }), [])
    // As S3 sorts: by bytes, and a folder by its name with a slash.
    const sorted = entries
      .map((entry) => ({ entry, name: folder + entry.name + (entry.isDirectory() ? '/' : '') }))
      .toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    for (const { entry, name } of sorted) {
      if (entry.isDirectory()) yield* list(name)
      else if (entry.isFile() && !name.endsWith('.tmp')) {
        // It may be deleted by now.
        const found = await unlessMissing(stat(join(root, name)), null)
        if (found) yield { name, bytes: found.size, changedMs: found.mtimeMs }
      }
    }
  }

  return {
    kind: 'disk',
    location: root,
    clockToleranceMs,

    async put(name, content) {
      const path = pathOf(name)
      // Renamed at the end, so that an incomplete file is never visible.
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.tmp`
      for (let attempt = 1; ; attempt += 1) {
        try {
          await mkdir(dirname(path), { recursive: true })
          await write(unfinished, content)
          await rename(unfinished, path)
          return
        } catch (error) {
          await rm(unfinished, { force: true })
          if (codeOf(error) !== 'ENOENT' || attempt >= attempts) throw error
        }
      }
    },

    async open(name, range) {
      const file = await unlessMissing(open(pathOf(name), constants.O_RDONLY), null)
      if (file === null) return null
      try {
        const { size: bytes } = await file.stat()
        const part = resolveRange(range, bytes)
        if (part === null) throw new RangeNotSatisfiable(bytes)
        const { first, last } = part
        // An empty file has no last byte.
        return { bytes, first, last, content: file.createReadStream(bytes === 0 ? {} : { start: first, end: last }) }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    read: (name) => unlessMissing(readFile(pathOf(name)), null),

    async stat(name) {
      const found = await unlessMissing(stat(pathOf(name)), null)
      return found && { bytes: found.size, changedMs: found.mtimeMs }
    },

    async remove(name) {
      const path = pathOf(name)
      await rm(path, { force: true })
      // The last file of an owner: no empty folder remains.
      await removeIfEmpty(dirname(path))
    },

    list,
    // Like the database, the data directory is checked when it is opened.
    verify: async () => undefined,
    ping: async () => undefined,
    close: () => undefined,
  }
}
