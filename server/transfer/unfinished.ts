/** Names of backups that are being written. */
import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A backup that is being written changes more often (ms). */
const abandonedMs = 3_600_000

const suffix = /(?:\.[0-9a-f]{12})?\.unfinished$/

/** A new name beside `path`. */
export const unfinishedName = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.unfinished`

/** The name that an unfinished file will get; null for other files. */
export const finishedName = (name: string): string | null => (suffix.test(name) ? name.replace(suffix, '') : null)

/** Deletes the files of runs that were killed, and not those of other runs. */
export async function removeUnfinished(path: string): Promise<void> {
  const directory = dirname(path)
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter((one) => finishedName(one) === basename(path))) {
    const found = await lstat(join(directory, name)).catch(() => null)
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(join(directory, name), { force: true })
  }
}
