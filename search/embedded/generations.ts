/**
 * The generations of the index. Each one is a file; the file `current` contains the name of the active one and is replaced
 * atomically. Another process may replace it too, so it is checked again, at most twice a second.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { openStore, schema, VersionError, type Store } from './store.ts'

export type Log = Pick<Logger, 'info' | 'warn'>

const recheckMs = 500
const nameOf = /^(?:index|building)-[\w-]+\.sqlite$/

let sequence = 0
const stamp = (): string => `${Date.now().toString(36)}-${process.pid}-${(sequence += 1)}`

function removeFile(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true })
}

/** Whether no process has the file open: only then SQLite can leave WAL mode, or lock it exclusively. */
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
  let checkedAt = 0
  let knownVersion = ''

  /** Changes when the pointer file is replaced. */
  function pointerVersion(): string {
    try {
      const { mtimeMs, ino, size } = statSync(pointer)
      return `${mtimeMs} ${ino} ${size}`
    } catch {
      return ''
    }
  }

  function currentName(): string | null {
    try {
      const name = readFileSync(pointer, 'utf8').trim()
      return /^index-[\w-]+\.sqlite$/.test(name) ? name : null
    } catch {
      return null
    }
  }

  /** Files that no pointer names and no process has open. */
  function sweep(): void {
    const current = currentName()
    for (const name of readdirSync(dir))
      if (nameOf.test(name) && name !== current && name !== open?.name && isFree(join(dir, name))) removeFile(join(dir, name))
  }

  function quarantine(name: string, error: unknown): void {
    const aside = `corrupt-${stamp()}.sqlite`
    log.warn({ error, file: aside }, 'The search index cannot be read: it is renamed and built again')
    for (const old of readdirSync(dir)) if (old.startsWith('corrupt-')) removeFile(join(dir, old))
    removeFile(join(dir, aside))
    renameSync(join(dir, name), join(dir, aside))
    removeFile(join(dir, name))
  }

  function openCurrent(): void {
    knownVersion = pointerVersion()
    const name = currentName()
    if (name === open?.name) return
    open?.store.close()
    open = null
    if (name === null) return
    try {
      open = { name, store: openStore(join(dir, name)) }
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (error instanceof VersionError) log.info({ file: name }, 'The search index is of another version: it is built again')
      else if (/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(code)) quarantine(name, error)
      else if (/^SQLITE_(BUSY|LOCKED)/.test(code)) knownVersion = 'again'
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
    /** The active generation; null if there is none. `isFresh` checks the pointer now. */
    current(isFresh = false): Store | null {
      const now = performance.now()
      if (isFresh || now - checkedAt > recheckMs) {
        checkedAt = now
        const before = open?.name
        if (pointerVersion() !== knownVersion) openCurrent()
        // The process that replaced the pointer could not delete the file that was open here.
        if (before !== undefined && open !== null && open.name !== before) sweep()
      }
      return open?.store ?? null
    },
    /** Creates an empty generation. */
    create(): Store {
      const name = `index-${stamp()}.sqlite`
      const db = new Database(join(dir, name))
      db.exec(schema)
      db.close()
      point(name)
      return open!.store
    },
    building(): string {
      // The operator may have deleted the folder to force a rebuild.
      mkdirSync(dir, { recursive: true })
      return join(dir, `building-${stamp()}.sqlite`)
    },
    /** Activates a built file. */
    adopt(path: string): void {
      const name = `index-${stamp()}.sqlite`
      renameSync(path, join(dir, name))
      point(name)
    },
    abandon: removeFile,
    /** Closes and renames the active file after an SQLite error. */
    damaged(error: unknown): void {
      if (open === null) return
      const { name, store } = open
      open = null
      store.close()
      quarantine(name, error)
    },
    close(): void {
      open?.store.close()
      open = null
    },
  }
}
