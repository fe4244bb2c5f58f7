/**
 * Stores pictures as files: a folder per owner (kind and id of an entity) and an immutable file per version and
 * variant. A version is written before a row refers to it, and deleted after no row does. A crash leaves at most an
 * unused file.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Variant = 'main' | 'small' | 'original'

export interface PictureStore {
  root: string
  /** Path below `root`. */
  fileOf(owner: string, version: string, variant: Variant): string
  /** Writes to a temporary file and renames it, so that an incomplete file is never visible. */
  put(owner: string, version: string, variant: Variant, bytes: Buffer): Promise<void>
  /** Null if it does not exist. */
  read(owner: string, version: string, variant: Variant): Promise<Buffer | null>
  /** Deletes all variants of a version. */
  drop(owner: string, version: string): Promise<void>
  /** Deletes all versions of an owner. */
  clear(owner: string): Promise<void>
}

const variants: readonly Variant[] = ['main', 'small', 'original']
export const isVersion = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-z]{8,40}$/.test(value)

/** A version sorts by time and cannot be guessed: the picture of a draft is served to anyone who has its URL. */
export const newVersion = (): string => `${Date.now().toString(36)}${randomBytes(8).toString('hex')}`

/** @param root folder of all pictures, created when the first one is stored. */
export function createPictureStore(root: string): PictureStore {
  // A hash is a valid name on every file system, and prevents path traversal by an owner's name.
  const folderOf = (owner: string): string => {
    const digest = createHash('sha256').update(owner).digest('hex')
    return join(digest.slice(0, 2), digest.slice(2, 34))
  }
  const fileOf = (owner: string, version: string, variant: Variant): string => {
    if (!isVersion(version)) throw new Error(`"${version}" is no version of a picture`)
    return join(folderOf(owner), `${version}-${variant}.jpg`)
  }
  const remove = (path: string): Promise<void> => rm(join(root, path), { recursive: true, force: true })

  return {
    root,
    fileOf,

    async put(owner, version, variant, bytes) {
      const path = join(root, fileOf(owner, version, variant))
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.tmp`
      await mkdir(join(root, folderOf(owner)), { recursive: true })
      try {
        const file = await open(unfinished, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async read(owner, version, variant) {
      try {
        return await readFile(join(root, fileOf(owner, version, variant)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async drop(owner, version) {
      await Promise.all(variants.map((variant) => remove(fileOf(owner, version, variant))))
    },

    clear: (owner) => remove(folderOf(owner)),
  }
}
