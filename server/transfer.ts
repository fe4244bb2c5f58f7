/** `npm run backup`, `npm run restore` and `npm run database:copy`: the content of a database as a whole. */
import { open, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseOf, StartupError, type Config } from './config.ts'
import { backUp } from './transfer/backup.ts'
import { copyDatabase, type CopyReport } from './transfer/copy.ts'
import { nameOf } from './transfer/databases.ts'
import { restore } from './transfer/restore.ts'

export { loadConfig } from './config.ts'

export interface Outcome {
  ok: boolean
  /** One line, or how the command is used. */
  text: string
}

const usages = {
  backup: `Usage: npm run backup -- FILE
Saves the database, the pictures and the keys in one file, while servers are running. "-" writes it to the standard output.`,
  restore: `Usage: npm run restore -- FILE
Restores a backup into the database (DATABASE_URL) and the data directory (STRAND_DATA_DIR), which must be empty.`,
  copy: `Usage: npm run database:copy -- FROM TO
Copies a database into an empty one. Each is sqlite:PATH or postgres://… . Stop all servers first. The same command continues an interrupted copy.`,
}

const numbers = new Intl.NumberFormat('en')
const plural = (count: number, noun: string): string => `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`
const secondsSince = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`

const explain = (usage: string): Outcome => ({ ok: false, text: usage })

/** A file appears only when it is complete. Throws `StartupError` if it exists. */
async function backUpTo(config: Config, path: string): ReturnType<typeof backUp> {
  if (existsSync(path)) throw new StartupError(`${path} exists. Choose another name.`)
  const unfinished = `${path}.unfinished`
  try {
    // That of a run that was killed. A link in its place is not followed.
    await rm(unfinished, { force: true })
    const file = await open(unfinished, 'wx', 0o600).catch((error: Error) => {
      throw new StartupError(`Cannot write ${path}: ${error.message}.`)
    })
    const summary = await backUp(config, file.createWriteStream({ flush: true }))
    await rename(unfinished, path)
    return summary
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Throws `StartupError` with a message for the operator, as the other commands do. */
export async function runBackup(config: Config, [file, ...rest]: readonly string[]): Promise<Outcome> {
  if (file === undefined || rest.length > 0) return explain(usages.backup)
  const startedMs = performance.now()
  const { rows, files } = await (file === '-' ? backUp(config, process.stdout) : backUpTo(config, resolve(file)))
  const what = `${plural(rows, 'row')} and ${plural(files, 'file')}`
  return { ok: true, text: `Saved ${what}${file === '-' ? '' : ` in ${file}`} in ${secondsSince(startedMs)}.` }
}

export async function runRestore(config: Config, [file, ...rest]: readonly string[]): Promise<Outcome> {
  if (file === undefined || rest.length > 0) return explain(usages.restore)
  const startedMs = performance.now()
  const { rows, files } = await restore(config, resolve(file))
  return { ok: true, text: `Restored ${plural(rows, 'row')} and ${plural(files, 'file')} in ${secondsSince(startedMs)}.` }
}

export async function runCopy(config: Config, args: readonly string[], report: (line: string) => void): Promise<Outcome> {
  const [from, to, ...rest] = args
  const isUsable = [from, to].every((url) => url !== undefined && /^(?:sqlite:.|postgres(?:ql)?:\/\/)/.test(url))
  if (from === undefined || to === undefined || rest.length > 0 || !isUsable) return explain(usages.copy)
  const startedMs = performance.now()
  const source = databaseOf(from, config.dataDir)
  const target = databaseOf(to, config.dataDir)
  const { rows, tables, resumed } = await copyDatabase(source, target, config.dataDir, ({ table, rows: count }: CopyReport) =>
    report(`${table}: ${plural(count, 'row')}`),
  )
  const earlier = resumed > 0 ? `, ${numbers.format(resumed)} of them before` : ''
  const what = `${plural(rows, 'row')} of ${plural(tables, 'table')}${earlier}`
  return { ok: true, text: `Copied and verified ${what}, from ${nameOf(source)} to ${nameOf(target)}, in ${secondsSince(startedMs)}.` }
}
