/**
 * Which file is the index. Each generation has a file of its own; `current` names the one that answers, and is
 * exchanged in one step. Another process may do that too, so the name is looked at again, at most twice a second.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { openStore, schema, VersionError, type Store } from './store.ts'

export type Log = Pick<Logger, 'info' | 'warn'>

const everyMs = 500
const nameOf = /^(?:index|building)-[\w-]+\.sqlite$/

let made = 0
const stamp = (): string => `${Date.now().toString(36)}-${process.pid}-${(made += 1)}`

function removeFile(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true })
}

/** Whether no process has it open: only then it gives up its log of changes, or lets itself be locked. */
function isFree(path: string): boolean {
  try {
    const db = new Database(path, { timeout: 0 })
    try {
      db.pragma('locking_mode = EXCLUSIVE')
      return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete' && Boolean(db.exec('BEGIN EXCLUSIVE; COMMIT'))
    } finally {
      db.close()
    }
  } catch (error) {
    return !(error instanceof Database.SqliteError) || !/^SQLITE_(BUSY|LOCKED)/.test(error.code)
  }
}

export function createGenerations(dir: string, log: Log) {
  mkdirSync(dir, { recursive: true })
  const pointer = join(dir, 'current')
  let open: { name: string; store: Store } | null = null
  let lookedAt = 0
  let seen = ''

  /** What the pointer is, so that another one shows. */
  function look(): string {
    try {
      const { mtimeMs, ino, size } = statSync(pointer)
      return `${mtimeMs} ${ino} ${size}`
    } catch {
      return ''
    }
  }

  function named(): string | null {
    try {
      const name = readFileSync(pointer, 'utf8').trim()
      return /^index-[\w-]+\.sqlite$/.test(name) ? name : null
    } catch {
      return null
    }
  }

  /** Files that no pointer names and no process has open. */
  function sweep(): void {
    const current = named()
    for (const name of readdirSync(dir))
      if (nameOf.test(name) && name !== current && name !== open?.name && isFree(join(dir, name))) removeFile(join(dir, name))
  }

  function setAside(name: string, error: unknown): void {
    const aside = `corrupt-${stamp()}.sqlite`
    log.warn({ error, file: aside }, 'The search index cannot be read: it is set aside and built again')
    for (const old of readdirSync(dir)) if (old.startsWith('corrupt-')) removeFile(join(dir, old))
    removeFile(join(dir, aside))
    renameSync(join(dir, name), join(dir, aside))
    removeFile(join(dir, name))
  }

  function openCurrent(): void {
    seen = look()
    const name = named()
    if (name === open?.name) return
    open?.store.close()
    open = null
    if (name === null) return
    try {
      open = { name, store: openStore(join(dir, name)) }
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (error instanceof VersionError) log.info({ file: name }, 'The search index is of another version: it is built again')
      else if (/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(code)) setAside(name, error)
      else if (/^SQLITE_(BUSY|LOCKED)/.test(code)) seen = 'again'
      else log.warn({ error, file: name }, 'The search index cannot be opened: it is built again')
    }
  }

  function point(name: string): void {
    const next = join(dir, `current-${stamp()}`)
    writeFileSync(next, name, { flush: true })
    renameSync(next, pointer)
    openCurrent()
    sweep()
  }

  openCurrent()
  sweep()

  return {
    /** The one that answers; null where there is none. `surely`: as it is now, not half a second ago. */
    current(surely = false): Store | null {
      const now = performance.now()
      if (surely || now - lookedAt > everyMs) {
        lookedAt = now
        const before = open?.name
        if (look() !== seen) openCurrent()
        // Whoever exchanged it could not remove the one that was open here.
        if (before !== undefined && open !== null && open.name !== before) sweep()
      }
      return open?.store ?? null
    },
    /** An empty one, where there is none. */
    create(): Store {
      const name = `index-${stamp()}.sqlite`
      const db = new Database(join(dir, name))
      db.exec(schema)
      db.close()
      point(name)
      return open!.store
    },
    building(): string {
      // Who wants it built again may have deleted all of it, while it was open.
      mkdirSync(dir, { recursive: true })
      return join(dir, `building-${stamp()}.sqlite`)
    },
    /** What was built answers from now on. */
    adopt(path: string): void {
      const name = `index-${stamp()}.sqlite`
      renameSync(path, join(dir, name))
      point(name)
    },
    abandon: removeFile,
    /** It turned out to be damaged while it was used. */
    damaged(error: unknown): void {
      if (open === null) return
      const { name, store } = open
      open = null
      store.close()
      setAside(name, error)
    },
    close(): void {
      open?.store.close()
      open = null
    },
  }
}
