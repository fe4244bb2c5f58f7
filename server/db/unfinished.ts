/** Marks of copies and restores that have not ended (`transfer/`): no server starts on them. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError, type Config } from '../config.ts'

export type TransferKind = 'copy' | 'restore'

/** Exists in a database from before its tables are created until it is complete. */
export const progressTable = 'transfer_progress'
/** The row of `progressTable` that a restore has, in addition to those of tables. Its `digest` is the id of a restore that is ready. */
export const restoreMark = ':restore'

/** The name of an SQLite file until it is complete. */
export const unfinishedPath = (path: string, kind: TransferKind): string => `${path}.${kind === 'copy' ? 'copying' : 'restoring'}`

/** A folder of the data directory: files of a restore before they get their place. */
export const restoringPrefix = 'restoring-'

export const unfinishedMessage = (kind: TransferKind, what: string): string =>
  kind === 'copy'
    ? `The copy into ${what} has not ended. Run the command that copies again.`
    : `The restore into ${what} has not ended. Run the command that restores again.`

export async function restoringFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    // Opening the database explains the others.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code ?? '')) return []
    throw error
  })
  return names.filter((name) => name.startsWith(restoringPrefix)).map((name) => join(dataDir, name))
}

/** Throws `StartupError` if the files of a restore, or an SQLite file, are not complete. */
export async function refuseUnfinishedFiles({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): Promise<void> {
  const [folder] = await restoringFolders(dataDir)
  if (folder !== undefined)
    throw new StartupError(`${unfinishedMessage('restore', dataDir)} To give it up, delete ${folder} and what it has restored.`)
  if (database.kind !== 'sqlite' || existsSync(database.path)) return
  for (const kind of ['copy', 'restore'] as const) {
    const unfinished = unfinishedPath(database.path, kind)
    if (existsSync(unfinished)) throw new StartupError(`${unfinishedMessage(kind, database.path)} To give it up, delete ${unfinished}.`)
  }
}
