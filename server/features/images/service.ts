/** The service of uploaded pictures (A5, B5), which validates, crops, re-encodes and stores them. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { limits } from '#contract/index.ts'
import type { Crop, Resize } from '#contract/schemas/image.ts'
import { StrandError } from '#http/errors.ts'
import { ObjectStoreUnavailable, type ByteRange, type ObjectInfo, type ObjectStore, type OpenObject } from '#objects/store.ts'
import { Refusal, type SafeFetch } from '../media/service.ts'
import type { Job } from '../scheduler/service.ts'
import { createDeletions } from './deletions.ts'
import { areaOf, make, type Area } from './encode.ts'
import { sizeOf } from './measure.ts'
import { createPictureStore, deletePictures, isVersion, newVersion, type Variant } from './store.ts'
import { bytesOf, isPicture, refusals, type PictureKind } from './upload.ts'

export { withUploadCleanup } from './cleanup.ts'
export { currentImage } from './current.ts'
export { refusals, type PictureKind } from './upload.ts'
export { isVersion, pictureFolder, type Variant } from './store.ts'

export interface Upload {
  /** Base64 or a data URL. */
  image?: string | undefined
  /** URL that the server fetches the picture from, if `image` is empty. */
  imageSrc?: string | undefined
  crop?: Crop | undefined
  resize?: Resize | undefined
}

export interface StoredImage {
  /** Versioned path on this server, as stored in rows and shown in pages. */
  path: string
  /** ISO 8601, UTC. */
  lastModified: string
  /** Size of the stored picture (pixels). */
  width: number
  height: number
  /** The visible area of the upright original. */
  crop: Crop
}

/**
 * To change a picture: save the new one, write its path into the row in a transaction, then `drop` the previous path.
 * If the transaction fails, `drop` the new path (`withUploadCleanup`). So a row always refers to an existing file.
 */
export interface Images {
  /**
   * Stores a profile picture. All save methods throw `invalid`, `too_large` or `unsupported_type`, `unavailable` if too
   * many wait, and `ObjectStoreUnavailable`.
   */
  saveProfile(uid: string, upload: Upload): Promise<StoredImage>
  saveBead(id: string, upload: Upload): Promise<StoredImage>
  savePost(id: string, upload: Upload): Promise<StoredImage>
  /** Copies an uploaded picture, by its versioned path. Null if the file no longer exists. */
  copyToPost(id: string, path: string): Promise<StoredImage | null>
  /** Validates a picture of another site that is only linked: GIF, WebP or AVIF. Throws as the save methods. */
  checkPost(href: string): Promise<void>
  /**
   * Crops the playlist's current picture, at `path`, again and stores the result. Null if its original is not stored.
   */
  cropBead(id: string, path: string, crop: Crop | undefined, resize?: Resize): Promise<StoredImage | null>
  /**
   * Deletes an uploaded picture; later if the object store is unavailable. Ignores null and paths of other pictures.
   */
  drop(path: string | null | undefined): Promise<void>
  /** Deletes all pictures of entities; later if the object store is unavailable. */
  remove(kind: PictureKind, ids: readonly string[]): Promise<void>
  /** A stored picture, which need not exist. @param version of a path (`versionIn`) */
  stored(kind: PictureKind, id: string, version: string, variant: Variant): StoredPicture
  /** Carries out deletions that waited for the object store. */
  job: Job
}

/** Null if it does not exist. */
export interface StoredPicture {
  open(range?: ByteRange): Promise<OpenObject | null>
  read(): Promise<Buffer | null>
  stat(): Promise<Omit<ObjectInfo, 'name'> | null>
}

/** Paths of pictures, as prescribed by the specification (A7, R26). The version is a query parameter. */
const folders = { profile: 'people/square', bead: 'beads', post: 'posts' } as const satisfies Record<PictureKind, string>
const address = /^\/(people\/square|beads|posts)\/([\w.]{1,50})\.jpg\?v=([0-9a-z]+)$/

const kindIn = (folder: string | undefined): PictureKind | undefined =>
  (Object.keys(folders) as PictureKind[]).find((kind) => folders[kind] === folder)

const ownerOf = (kind: PictureKind, id: string): string => `${kind}/${id.toLowerCase()}`

/**
 * The entity and the main path of an uploaded picture, from any of its paths: with or without a version, in any size.
 */
export function uploadAt(href: string): { kind: PictureKind; id: string; path: string } | null {
  const [, folder, id, version = ''] =
    /^\/(people\/square|beads|posts)(?:\/small|\/original)?\/([\w.]{1,50})\.jpg(\?v=[0-9a-z]+)?$/.exec(href) ?? []
  const kind = kindIn(folder)
  return kind === undefined ? null : { kind, id: id!, path: `/${folder}/${id}.jpg${version}` }
}

/** The version in a stored path; null if the picture was not uploaded here. */
export const versionIn = (path: string | null | undefined): string | null => address.exec(path ?? '')?.[3] ?? null

/**
 * Accepted answers when a picture is fetched. Servers often send a wrong content type, so its first bytes are checked
 * too.
 */
const picturePolicy: Parameters<SafeFetch['get']>[1] = {
  types: ['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/x-png', 'application/octet-stream', 'binary/octet-stream'],
  bytes: limits.image.bytes,
}

/** Number of pictures encoded at the same time (up to 200 MB of memory each). */
const workers = 2
/** Maximum number of waiting pictures, and their size together (bytes). Uploads wait in base64 too: `bodies.ts` limits them further. */
const maxWaiting = { pictures: 40, bytes: 8 * limits.image.bytes }

/**
 * A semaphore with a bounded queue (first in, first out). The returned function throws `unavailable` if the queue is
 * full. `size` is that of the picture (bytes).
 */
function createTurns(): <T>(size: number, work: () => Promise<T>) => Promise<T> {
  let running = 0
  let waitingBytes = 0
  const waiting: (() => void)[] = []
  return async (size, work) => {
    if (waiting.length >= maxWaiting.pictures || (running >= workers && waitingBytes + size > maxWaiting.bytes)) {
      const error = new StrandError('unavailable')
      // In seconds: the header Retry-After.
      error.retryAfter = 10
      throw error
    }
    if (running >= workers) {
      waitingBytes += size
      await new Promise<void>((resolve) => waiting.push(resolve))
      waitingBytes -= size
    } else running += 1
    try {
      return await work()
    } finally {
      // `running` stays the same if another call waits: its slot is handed over, so that a new call cannot overtake it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const cropOf = ({ left, top, width, height }: Area): Crop => ({ xCoord: left, yCoord: top, xDimen: width, yDimen: height })

interface ImageDeps {
  db: DataSource
  log: Logger
  objects: ObjectStore
  fetcher: SafeFetch
}

export function createImages({ db, log, objects, fetcher }: ImageDeps): Images {
  const deletions = createDeletions({ db, deletePictures: (prefix, untilMs) => deletePictures(objects, prefix, untilMs) })
  const store = createPictureStore({ objects, deletions, log })
  const inTurn = createTurns()

  /** @param others content types that are accepted besides JPEG and PNG; then the caller checks the first bytes. */
  async function fetched(href: string, kind: PictureKind, others: readonly string[] = []): Promise<Buffer> {
    try {
      const { body } = await fetcher.get(href, { ...picturePolicy, types: [...picturePolicy.types, ...others] })
      if (others.length > 0 || isPicture(body)) return body
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.reason === 'size') throw refusals.tooLarge(kind)
      if (error.reason !== 'type') throw refusals.gone()
    }
    throw refusals.type()
  }

  /** Encodes and stores a picture. */
  async function keep(kind: PictureKind, id: string, bytes: Buffer, { crop, resize }: Upload): Promise<StoredImage> {
    const { main, small, original, area } = await inTurn(bytes.length, () => make(kind, bytes, crop, resize))
    const owner = ownerOf(kind, id)
    const version = newVersion()
    const lastModified = new Date().toISOString()
    try {
      for (const [variant, picture] of [
        ['original', original],
        ['small', small],
        ['main', main],
      ] as const)
        if (picture) await store.put(owner, version, variant, picture.bytes)
    } catch (error) {
      // After an outage: the client need not wait for another attempt.
      await (error instanceof ObjectStoreUnavailable ? store.dropLater(owner, version) : store.drop(owner, version))
      throw error
    }
    return { path: `/${folders[kind]}/${id}.jpg?v=${version}`, lastModified, width: main.width, height: main.height, crop: cropOf(area) }
  }

  async function save(kind: PictureKind, id: string, upload: Upload): Promise<StoredImage> {
    if (upload.image !== undefined && upload.image !== '') return keep(kind, id, bytesOf(upload.image, kind), upload)
    if (upload.imageSrc === undefined || upload.imageSrc.trim() === '') throw refusals.missing()
    return keep(kind, id, await fetched(upload.imageSrc.trim(), kind), upload)
  }

  return {
    saveProfile: (uid, upload) => save('profile', uid, upload),
    saveBead: (id, upload) => save('bead', id, upload),
    savePost: (id, upload) => save('post', id, upload),

    async copyToPost(id, path) {
      const [, folder, owner, version] = address.exec(path) ?? []
      const kind = kindIn(folder)
      const bytes = kind && isVersion(version) ? await store.read(ownerOf(kind, owner!), version, 'main') : null
      return bytes && keep('post', id, bytes, {})
    },

    async checkPost(href) {
      const bytes = await fetched(href, 'post', ['image/gif', 'image/webp', 'image/avif'])
      const size = sizeOf(bytes)
      if (size) areaOf('post', size, undefined)
      // A JPEG or PNG, although its URL has the extension of another format. Encoding is only a check: the result is
      // dropped.
      else if (isPicture(bytes)) await inTurn(bytes.length, () => make('post', bytes, undefined, undefined))
      else throw refusals.type()
    },

    async cropBead(id, path, crop, resize) {
      const version = versionIn(path)
      const bytes = version === null ? null : await store.read(ownerOf('bead', id), version, 'original')
      return bytes && keep('bead', id, bytes, { crop, resize })
    },

    async drop(path) {
      const [, folder, id, version] = address.exec(path ?? '') ?? []
      const kind = kindIn(folder)
      if (kind && isVersion(version)) await store.drop(ownerOf(kind, id!), version)
    },

    remove: (kind, ids) => store.clear(ids.map((id) => ownerOf(kind, id))),

    stored(kind, id, version, variant) {
      const owner = ownerOf(kind, id)
      return {
        open: (range) => store.open(owner, version, variant, range),
        read: () => store.read(owner, version, variant),
        stat: () => store.stat(owner, version, variant),
      }
    },

    job: deletions.job,
  }
}
