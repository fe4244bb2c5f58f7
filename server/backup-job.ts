/** Scheduled backups (STRAND_BACKUP_DIR), of which the newest stay (BY25). */
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Job } from './features/scheduler/service.ts'
import { finishedName } from './transfer/unfinished.ts'

/** Names sort by time. Other files in the folder are left alone. */
const fileName = /^strand-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/
const nameAt = (date: Date): string => `strand-${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

async function removeOld(directory: string, count: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => fileName.test(name)).toSorted()
  for (const name of names.slice(0, -count)) await rm(join(directory, name))
}

/** Files of runs that were cut off. One process at a time makes backups. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) if (fileName.test(finishedName(name) ?? '')) await rm(join(directory, name))
}

interface BackupDeps {
  config: Pick<Config, 'root' | 'backups'>
  log: Logger
  now?: () => Date
}

/** Empty without a folder for backups. A failed backup deletes nothing. */
export function scheduledBackups({ config: { root, backups }, log, now = () => new Date() }: BackupDeps): Job[] {
  if (backups === null) return []
  const { directory, everyMs, count } = backups
  return [
    {
      name: 'backup',
      everyMs,
      async run(signal) {
        await mkdir(directory, { recursive: true })
        await removeUnfinished(directory)
        const path = join(directory, nameAt(now()))
        // A process of its own: reading all rows would block the server.
        const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'dist/server/backup-process.js'), path], { signal })
        log.info({ path }, stdout.trim())
        await removeOld(directory, count)
      },
    },
  ]
}
