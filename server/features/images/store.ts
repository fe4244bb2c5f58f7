/**
 * Names the objects of pictures: an immutable object per owner (kind and id of an entity), version and variant. A version is stored
 * before a row refers to it, and deleted after no row does. A crash leaves at most unused objects.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import {
  eachInParallel,
  ObjectStoreUnavailable,
  type ByteRange,
  type ObjectInfo,
  type ObjectStore,
  type OpenObject,
} from '#objects/store.ts'
import type { Deletions } from './deletions.ts'

export type Variant = 'main' | 'small' | 'original'

export interface PictureStore {
  put(owner: string, version: string, variant: Variant, bytes: Buffer): Promise<void>
  /** Null if it does not exist; so do the next two. */
  read(owner: string, version: string, variant: Variant): Promise<Buffer | null>
  open(owner: string, version: string, variant: Variant, range?: ByteRange): Promise<OpenObject | null>
  stat(owner: string, version: string, variant: Variant): Promise<Omit<ObjectInfo, 'name'> | null>
  /** Deletes all variants of a version. If the store is unavailable, later; so does the next one. */
  drop(owner: string, version: string): Promise<void>
  /** Deletes all variants of a version later. */
  dropLater(owner: string, version: string): Promise<void>
  /** Deletes all versions of these owners that exist now; later if the store is unavailable. */
  clear(owners: readonly string[]): Promise<void>
}

const variants: readonly Variant[] = ['main', 'small', 'original']
export const isVersion = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-z]{8,40}$/.test(value)

const timeDigits = 8

/** A version sorts by time and cannot be guessed: the picture of a draft is served to anyone who has its URL. */
export const newVersion = (): string => `${Date.now().toString(36).padStart(timeDigits, '0')}${randomBytes(8).toString('hex')}`

/** When a version was made (ms). */
export const timeOf = (version: string): number => Number.parseInt(version.slice(0, timeDigits), 36)

/** The folder of all pictures. */
export const pictureFolder = 'pictures/'

/** A hash is a valid name on every file system, and prevents path traversal by an owner's name. */
function folderOf(owner: string): string {
  const digest = createHash('sha256').update(owner).digest('hex')
  return `${pictureFolder}${digest.slice(0, 2)}/${digest.slice(2, 34)}/`
}

function nameOf(owner: string, version: string, variant: Variant): string {
  if (!isVersion(version)) throw new Error(`"${version}" is no version of a picture`)
  return `${folderOf(owner)}${version}-${variant}.jpg`
}

/** Owners whose versions are deleted at the same time, and objects of one owner. With S3, the pictures of all pages share its connections. */
const parallelOwners = 16
const parallelDeletions = 8

const versionOf = (name: string): string => /([0-9a-z]+)-[a-z]+\.jpg$/.exec(name)?.[1] ?? ''

/**
 * Deletes a version (its names begin with `prefix`), or those versions of an owner (whose folder is `prefix`) that were made until
 * `untilMs`: the owner can have new ones when the deletion is repeated.
 */
export async function deletePictures(objects: ObjectStore, prefix: string, untilMs: number): Promise<void> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const names: string[] = []
  // The version may be of a server whose clock is ahead.
  const isDue = (name: string): boolean => prefix !== folder || timeOf(versionOf(name)) <= untilMs
  for await (const { name } of objects.list(folder)) if (name.startsWith(prefix) && isDue(name)) names.push(name)
  await eachInParallel(names, parallelDeletions, objects.remove)
}

interface PictureStoreDeps {
  objects: ObjectStore
  deletions: Deletions
  log: Logger
}

export function createPictureStore({ objects, deletions, log }: PictureStoreDeps): PictureStore {
  /** Without the database too, unused objects remain: the caller's change is committed, or has failed with its own error. */
  const addDeletion = (prefix: string): Promise<void> =>
    deletions.add(prefix).catch((error: unknown) => log.error({ error }, 'an unused picture remains'))

  /** Remembers a deletion that the store does not carry out, so that callers need not wait for it. Resolves to whether it was carried out. */
  async function orLater(prefix: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailable)) throw error
      log.warn({ error }, 'a picture is deleted later')
      await addDeletion(prefix)
      return false
    }
  }

  return {
    put: (owner, version, variant, bytes) => objects.put(nameOf(owner, version, variant), bytes),
    read: (owner, version, variant) => objects.read(nameOf(owner, version, variant)),
    open: (owner, version, variant, range) => objects.open(nameOf(owner, version, variant), range),
    stat: (owner, version, variant) => objects.stat(nameOf(owner, version, variant)),

    async drop(owner, version) {
      const names = variants.map((variant) => nameOf(owner, version, variant))
      await orLater(`${folderOf(owner)}${version}-`, async () => void (await Promise.all(names.map(objects.remove))))
    },

    async dropLater(owner, version) {
      await addDeletion(`${folderOf(owner)}${version}-`)
    },

    async clear(owners) {
      let isAvailable = true
      await eachInParallel(owners.map(folderOf), parallelOwners, async (folder) => {
        // The others need not wait for a store that does not answer.
        if (!isAvailable) return addDeletion(folder)
        isAvailable = (await orLater(folder, () => deletePictures(objects, folder, Infinity))) && isAvailable
      })
    },
  }
}
