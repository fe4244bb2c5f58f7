/** Restores pictures into object storage, which has no folder that could be renamed at the end. */
import { StartupError } from '../config.ts'
import { restoringFolders, unfinishedMessage } from '#db/unfinished.ts'
import { eachInParallel, type ObjectStore } from '#objects/store.ts'
import { createWrites, parallelFiles, pictureFolder } from './files.ts'

/** Exists while pictures are restored, and contains the id of the restore. */
const marker = 'restoring'

/** Throws `StartupError` if a restore into this store has not ended: it would delete, or replace, what is stored there. */
export async function refuseUnfinishedUploads(objects: ObjectStore): Promise<void> {
  if (objects.kind === 'disk' && (await restoringFolders(objects.location)).length > 0)
    throw new StartupError(unfinishedMessage('restore', objects.location))
  if (objects.kind === 's3' && (await objects.stat(marker)) !== null)
    throw new StartupError(
      `${unfinishedMessage('restore', objects.location)} To give it up, delete its pictures and its object "${marker}".`,
    )
}

export interface UploadTarget {
  location: string
  /** Throws `StartupError` if the storage has pictures that are not those of an interrupted restore. */
  refuseUsed(): Promise<void>
  /** Deletes the pictures of an interrupted restore, and begins this one. */
  begin(id: string): Promise<void>
  /** Resolves when further pictures can be written. A failure is thrown by a later call, at the latest by `written`. */
  write(name: string, content: Buffer): Promise<void>
  /** Resolves when all pictures are written. Throws `StartupError` if another restore has deleted some. */
  written(id: string): Promise<void>
  /** Removes the mark of a restore; can be repeated. Throws `StartupError` if it is that of another one. */
  finish(id: string): Promise<void>
  /** Deletes what was written. */
  abort(id: string): Promise<void>
}

export function createUploadTarget(objects: ObjectStore): UploadTarget {
  const writes = createWrites()

  const markedId = async (): Promise<string | undefined> => (await objects.read(marker))?.toString()
  const replaced = (): StartupError => new StartupError(`Another restore writes to ${objects.location}.`)

  async function clear(): Promise<void> {
    const names = async function* () {
      for await (const { name } of objects.list(pictureFolder)) yield name
    }
    await eachInParallel(names(), parallelFiles, objects.remove)
  }

  return {
    location: objects.location,

    async refuseUsed() {
      if ((await objects.stat(marker)) !== null) return
      const { done: isEmpty } = await objects.list(pictureFolder).next()
      if (!isEmpty) throw new StartupError(`There are pictures in ${objects.location}. Restore into an empty bucket or prefix (S3_URL).`)
    },

    async begin(id) {
      await objects.put(marker, Buffer.from(id))
      await clear()
    },

    write: (name, content) => writes.add(() => objects.put(name, content)),

    async written(id) {
      await writes.ended()
      if ((await markedId()) !== id) throw replaced()
    },

    async finish(id) {
      const found = await markedId()
      if (found === undefined) return
      if (found !== id) throw replaced()
      await objects.remove(marker)
    },

    async abort(id) {
      await writes.settled()
      if ((await markedId()) !== id) return
      await clear()
      await objects.remove(marker)
    },
  }
}
