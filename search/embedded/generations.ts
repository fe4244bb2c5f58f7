/**
 * The generations of the index. Each one is a file; the file `current` contains the name of the active one and is replaced
 * atomically. Another process may replace it too, so it is checked again, at most twice a second.
 */
import { close, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { createStore, openStore, VersionError, type Store } from './store.ts'

export type Log = Pick<Logger, 'info' | 'warn'>

const recheckMs = 500
/** A file is created, or activated, in milliseconds. After this time its process has ended, and another one may have its id. */
const handoverMs = 60_000
const fileName = /^(?:index|building)-([\w-]+)\.sqlite$/
const claimName = /^current-([\w-]+)$/

let sequence = 0
/** Names a build: when, by which process, and which of its builds. */
const stamp = (): string => `${Date.now().toString(36)}-${process.pid}-${(sequence += 1)}`

function removeFile(path: string): void {
  // Closing a deleted file frees its blocks, which takes long for a large one: in the thread pool, not here.
  const file = existsSync(path) ? openSync(path, 'r') : null
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true })
  if (file !== null) close(file)
}

/** The next pointer, while its file is created or activated: other processes do not delete the file then, which can be closed. */
const claimOf = (dir: string, build: string): string => join(dir, `current-${build}`)
const buildOf = (path: string): string => fileName.exec(basename(path))![1]!

/** Activates a complete file in its folder. */
export function publish(path: string, close: () => void): void {
  const [dir, name] = [dirname(path), basename(path).replace('building-', 'index-')]
  const next = claimOf(dir, buildOf(path))
  writeFileSync(next, name, { flush: true })
  close()
  renameSync(path, join(dir, name))
  renameSync(next, join(dir, 'current'))
}

function isRecent(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && Date.now() - file.mtimeMs < handoverMs
}

/** Whether no process has the file open: only then SQLite can leave WAL mode, or lock it exclusively. */
function isFree(path: string): boolean {
  try {
    const db = new Database(path, { timeout: 0, fileMustExist: true })
    try {
      db.pragma('synchronous = OFF')
      db.pragma('locking_mode = EXCLUSIVE')
      return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete' && Boolean(db.exec('BEGIN EXCLUSIVE; COMMIT'))
    } finally {
      db.close()
    }
  } catch (error) {
    return !(error instanceof Database.SqliteError) || !/^SQLITE_(BUSY|LOCKED)/.test(error.code)
  }
}

function currentName(dir: string): string | null {
  try {
    const name = readFileSync(join(dir, 'current'), 'utf8').trim()
    return /^index-[\w-]+\.sqlite$/.test(name) ? name : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Without a permission to signal it, it exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether a process is about to open the file of the build, or to activate it. */
const isClaimed = (dir: string, build: string): boolean => isRecent(claimOf(dir, build)) && isAlive(Number(build.split('-')[1]))

/** Whether no process uses the file. The pointers are read last: a file is named before it is closed. */
const isUnused = (dir: string, name: string): boolean =>
  isFree(join(dir, name)) && !isClaimed(dir, buildOf(name)) && name !== currentName(dir)

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

  function sweep(): void {
    for (const name of readdirSync(dir)) {
      const claimed = claimName.exec(name)?.[1]
      if (claimed !== undefined && !isClaimed(dir, claimed)) rmSync(join(dir, name), { force: true })
      if (fileName.test(name) && name !== open?.name && isUnused(dir, name)) removeFile(join(dir, name))
    }
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
    const name = currentName(dir)
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

  /** The path of a file to be created. */
  function building(): string {
    // The operator may have deleted the folder to force a rebuild.
    mkdirSync(dir, { recursive: true })
    const name = `building-${stamp()}.sqlite`
    writeFileSync(claimOf(dir, buildOf(name)), '')
    return join(dir, name)
  }

  /** The process that builds the file has it open. */
  const opened = (path: string): void => rmSync(claimOf(dir, buildOf(path)), { force: true })

  /** Switches to the generation that was published. */
  function adopt(): void {
    openCurrent()
    sweep()
  }

  adopt()

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
      const path = building()
      const store = createStore(path)
      publish(path, store.close)
      adopt()
      return open!.store
    },
    building,
    opened,
    adopt,
    abandon(path: string): void {
      opened(path)
      removeFile(path)
    },
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

export type Generations = ReturnType<typeof createGenerations>
