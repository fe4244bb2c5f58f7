/** `npm run backup`, `npm run restore` and `npm run database:copy`: the content of a database as a whole, and its uploads. */
import { link, open, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createObjectStore, ObjectStoreUnavailable, type ObjectStore } from '#objects/store.ts'
import { databaseOf, s3At, StartupError, type Config } from './config.ts'
import { backUp } from './transfer/backup.ts'
import { copyDatabase, type CopyReport } from './transfer/copy.ts'
import { copyUploads } from './transfer/copy-uploads.ts'
import { nameOf } from './transfer/databases.ts'
import { restore } from './transfer/restore.ts'
import { removeUnfinished, unfinishedName } from './transfer/unfinished.ts'

export { loadConfig } from './config.ts'

export interface Outcome {
  ok: boolean
  /** One line, or how the command is used. */
  text: string
}

const usages = {
  backup: `Usage: npm run backup -- FILE
Saves the database, the uploads and the keys in one file, while servers are running. "-" writes it to the standard output.`,
  restore: `Usage: npm run restore -- FILE
Restores a backup into the database (DATABASE_URL), the data directory (STRAND_DATA_DIR) and the bucket (S3_URL), which must be empty.
The same command continues an interrupted restore.`,
  copy: `Usage: npm run database:copy -- FROM TO [FROM TO]
Copies a database into an empty one: each is sqlite:PATH or postgres://user@host/name, with the password in PGPASSWORD.
Copies uploads: each is files:DIRECTORY, the data directory, or https://host/bucket, as in S3_URL and with its keys.
Stop all servers first. The same command continues an interrupted copy.`,
}

const numbers = new Intl.NumberFormat('en')
const plural = (count: number, noun: string): string => `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`
const secondsSince = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`

const explain = (usage: string): Outcome => ({ ok: false, text: usage })

const refuseExisting = (path: string): StartupError => new StartupError(`${path} exists. Choose another name.`)

/** Gives a complete file its name. Throws `StartupError` if another file has it by now. */
async function publish(unfinished: string, path: string): Promise<void> {
  try {
    // A rename would replace the other file.
    await link(unfinished, path)
    await rm(unfinished)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(path)) throw refuseExisting(path)
    // The file system has no hard links.
    await rename(unfinished, path)
  }
}

/** A file appears only when it is complete. Throws `StartupError` if it exists. */
async function backUpTo(config: Config, path: string): ReturnType<typeof backUp> {
  if (existsSync(path)) throw refuseExisting(path)
  await removeUnfinished(path)
  // Of this run only: another one may write to the same name.
  const unfinished = unfinishedName(path)
  try {
    const file = await open(unfinished, 'wx', 0o600).catch((error: Error) => {
      throw new StartupError(`Cannot write ${path}: ${error.message}.`)
    })
    const summary = await backUp(config, file.createWriteStream({ flush: true }))
    await publish(unfinished, path)
    return summary
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Keys that are not files of the data directory. */
function describeMissingKeys({ secret, vapid }: Config): string {
  const names = [secret === null ? [] : ['STRAND_SECRET'], vapid === null ? [] : ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']].flat()
  return names.length === 0 ? '' : ` It lacks keys of the environment, save them too: ${names.join(', ')}.`
}

/** Throws `StartupError` with a message for the operator, as the other commands do. */
export async function runBackup(config: Config, [file, ...rest]: readonly string[]): Promise<Outcome> {
  if (file === undefined || rest.length > 0) return explain(usages.backup)
  const startedMs = performance.now()
  const { rows, files } = await (file === '-' ? backUp(config, process.stdout) : backUpTo(config, resolve(file)))
  const what = `${plural(rows, 'row')} and ${plural(files, 'file')}`
  return {
    ok: true,
    text: `Saved ${what}${file === '-' ? '' : ` in ${file}`} in ${secondsSince(startedMs)}.${describeMissingKeys(config)}`,
  }
}

export async function runRestore(config: Config, [file, ...rest]: readonly string[]): Promise<Outcome> {
  if (file === undefined || rest.length > 0) return explain(usages.restore)
  const startedMs = performance.now()
  const { rows, files } = await restore(config, resolve(file))
  return { ok: true, text: `Restored ${plural(rows, 'row')} and ${plural(files, 'file')} in ${secondsSince(startedMs)}.` }
}

type Report = (line: string) => void

const isDatabase = (url: string): boolean => /^(?:sqlite:.|postgres(?:ql)?:\/\/)/.test(url)
const isUploads = (url: string): boolean => /^(?:files:.|https?:\/\/)/.test(url)

async function copyOneDatabase({ dataDir }: Config, [from, to]: readonly [string, string], report: Report): Promise<string> {
  const source = databaseOf(from, dataDir)
  const target = databaseOf(to, dataDir)
  const reportTable = ({ table, rows }: CopyReport) => report(`${table}: ${plural(rows, 'row')}`)
  const { rows, tables, resumed } = await copyDatabase(source, target, dataDir, { report: reportTable })
  return `${plural(rows, 'row')} of ${plural(tables, 'table')}${earlier(resumed)}, from ${nameOf(source)} to ${nameOf(target)}`
}

const earlier = (resumed: number): string => (resumed > 0 ? `, ${numbers.format(resumed)} of them before` : '')

const storeAt = (url: string): ObjectStore =>
  createObjectStore(url.startsWith('files:') ? { s3: null, dataDir: resolve(url.slice('files:'.length)) } : { s3: s3At(url), dataDir: '' })

async function copyAllUploads([from, to]: readonly [string, string], report: Report): Promise<string> {
  const source = storeAt(from)
  const target = storeAt(to)
  try {
    if (source.kind === 'disk' && !existsSync(source.location)) throw new StartupError(`There is no directory ${source.location}.`)
    await target.verify()
    const { files, resumed } = await copyUploads(source, target, (count) => report(plural(count, 'upload')))
    return `${plural(files, 'upload')}${earlier(resumed)}, from ${source.location} to ${target.location}`
  } catch (error) {
    throw error instanceof ObjectStoreUnavailable ? new StartupError(`The copy is interrupted: ${error.message}.`) : error
  } finally {
    source.close()
    target.close()
  }
}

export async function runCopy(config: Config, args: readonly string[], report: Report): Promise<Outcome> {
  const pairs: [string, string][] = []
  for (let n = 0; n < args.length; n += 2) pairs.push([args[n]!, args[n + 1] ?? ''])
  const isUsable = pairs.every((pair) => pair.every(isDatabase) || pair.every(isUploads))
  if (pairs.length === 0 || pairs.length > 2 || !isUsable) return explain(usages.copy)
  const lines: string[] = []
  for (const pair of pairs) {
    const startedMs = performance.now()
    const what = await (isDatabase(pair[0]) ? copyOneDatabase(config, pair, report) : copyAllUploads(pair, report))
    lines.push(`Copied and verified ${what}, in ${secondsSince(startedMs)}.`)
  }
  return { ok: true, text: lines.join('\n') }
}
