/** Copies uploads between a data directory and object storage, in either direction (BY26). */
import { hash } from 'node:crypto'
import { StartupError } from '../config.ts'
import { inParallel, type ObjectStore } from '#objects/store.ts'
import { isPicture, parallelFiles, pictureFolder } from './files.ts'
import { refuseUnfinishedUploads } from './upload-target.ts'

export interface UploadSummary {
  files: number
  /** Files that an earlier, interrupted run had copied. */
  resumed: number
}

const digestOf = (content: Buffer): string => hash('sha256', content)

/** Names of the source, and whether the target has them. Both stores list them in the same order. */
async function* compareNames(from: ObjectStore, to: ObjectStore): AsyncGenerator<{ name: string; exists: boolean }> {
  const targets = to.list(pictureFolder)
  let target = await targets.next()
  for await (const { name } of from.list(pictureFolder)) {
    if (!isPicture(name)) continue
    while (!target.done && target.value.name < name) target = await targets.next()
    yield { name, exists: !target.done && target.value.name === name }
  }
}

/**
 * Copies all uploads, and reads each of them back. After an interruption, the same call goes on where it was. Throws `StartupError` if the
 * target has another content under the same name, or if a restore into one of them has not ended.
 * @param report with the number of files so far, now and then
 */
export async function copyUploads(
  from: ObjectStore,
  to: ObjectStore,
  report: (files: number) => void = () => undefined,
): Promise<UploadSummary> {
  for (const store of [from, to]) await refuseUnfinishedUploads(store)
  const summary: UploadSummary = { files: 0, resumed: 0 }

  async function copy({ name, exists }: { name: string; exists: boolean }): Promise<boolean> {
    const content = await from.read(name)
    if (content === null) throw new StartupError(`${name} was deleted during the copy. Stop all servers, and repeat the command.`)
    if (!exists) await to.put(name, content)
    const written = await to.read(name)
    if (written === null || digestOf(written) !== digestOf(content))
      throw new StartupError(`${name} in ${to.location} is not the file that is in ${from.location}.`)
    return exists
  }

  for await (const exists of inParallel(compareNames(from, to), parallelFiles, copy)) {
    summary.files += 1
    if (exists) summary.resumed += 1
    if (summary.files % 1000 === 0) report(summary.files)
  }
  return summary
}
