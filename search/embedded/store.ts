/** One generation of the index, in one file. */
import Database from 'better-sqlite3'
import type { DocumentKey, IndexChanges, SearchDocument } from '../port.ts'
import { fuzzyRows, fuzzySchema } from './fuzzy.ts'
import { fits, rowidOf } from './rowids.ts'
import { allWords, indexedPrefix, tokensOf } from './tokens.ts'

/** Version of tables, tokens and folding. An index of another version is rebuilt. */
export const version = 3

const prefixes = Array.from({ length: indexedPrefix }, (_none, n) => n + 2).join(' ')

/** Tokens are folded and separated by spaces, so the `ascii` tokenizer suffices. */
export const tables = `
  CREATE TABLE meta (version INTEGER NOT NULL, position INTEGER, sequence INTEGER NOT NULL);
  INSERT INTO meta VALUES (${version}, NULL, 0);
  CREATE TABLE doc (rowid INTEGER PRIMARY KEY, key TEXT NOT NULL, bead TEXT, body TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '', contentless_delete = 1, detail = none, prefix = '${prefixes}', tokenize = 'ascii');
  CREATE TABLE term (word TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  ${fuzzySchema}`

/** Apart, because a build sorts them once. In files of earlier builds the key is a constraint of the table, which is the same. */
export const indexes = `
  CREATE UNIQUE INDEX doc_key ON doc (key);
  CREATE INDEX doc_bead ON doc (bead) WHERE bead IS NOT NULL;`

export const keyOf = ({ type, id }: DocumentKey): string => `${type} ${id}`

/** The stored form of a document: an array, to save the field names. The rowid encodes the popularity. */
export const bodyOf = ({ type, id, title, names, tags, description, category, creator, bead, readers, writers }: SearchDocument): string =>
  JSON.stringify([type, id, title, names, tags, description, category, creator, bead, readers, writers])

export function documentOf(body: string): SearchDocument {
  const [type, id, title, names, tags, description, category, creator, bead, readers, writers] = JSON.parse(body)
  return { type, id, title, names, tags, description, category, creator, bead, readers, writers, popularity: 0 }
}

export interface Stored {
  rowid: number
  body: string
}

/** Posts of a deleted playlist that are removed per step, so that the event loop stays responsive. */
const batchSize = 50
const unlimited = -1

/** An integer as SQLite stores it: 7 bits per byte, the last of which has no high bit. */
function firstVarint(record: Buffer): number {
  const end = record.findIndex((byte) => byte < 128)
  return record.subarray(0, end + 1).reduce((value, byte) => value * 128 + (byte & 127), 0)
}

export class VersionError extends Error {}

export function openStore(path: string) {
  const db = new Database(path, { fileMustExist: true, timeout: 5000 })
  try {
    for (const setting of ['journal_mode = WAL', 'synchronous = NORMAL', 'cache_size = -32000', 'journal_size_limit = 16000000'])
      db.pragma(setting)
    const found = db.prepare<[], number>('SELECT version FROM meta').pluck().get()
    if (found !== version) throw new VersionError(`version ${found}`)
  } catch (error) {
    db.close()
    throw error
  }
  // FTS5 stores the number of rows first in the record with id 1: https://www.sqlite.org/fts5.html#fts5_data_structures
  const averages = db.prepare<[], Buffer>('SELECT block FROM words_data WHERE id = 1').pluck()
  const meta = db.prepare<[], { position: number | null; sequence: number }>('SELECT position, sequence FROM meta')
  const setMeta = db.prepare<[number, number]>('UPDATE meta SET position = ?, sequence = ?')
  const byKey = db.prepare<[string], Stored>('SELECT rowid, body FROM doc WHERE key = ?')
  const byKeys = db.prepare<[string], number>('SELECT rowid FROM doc WHERE key IN (SELECT value FROM json_each(?)) ORDER BY rowid').pluck()
  const bodies = db.prepare<[bigint], string>('SELECT body FROM doc WHERE rowid = ?').pluck()
  const within = db.prepare<[string, number], Stored>(
    `SELECT rowid, body FROM doc WHERE bead = ? AND key >= 'post ' AND key < 'post!' LIMIT ?`,
  )
  const insert = db.prepare<[bigint, string, string | null, string]>('INSERT INTO doc (rowid, key, bead, body) VALUES (?, ?, ?, ?)')
  const remove = db.prepare<[bigint]>('DELETE FROM doc WHERE rowid = ?')
  const index = db.prepare<[bigint, string]>('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
  const unindex = db.prepare<[bigint]>('DELETE FROM words WHERE rowid = ?')
  const increment = db.prepare<[string]>('UPDATE term SET count = count + 1 WHERE word = ?')
  const decrement = db.prepare<[string]>('UPDATE term SET count = count - 1 WHERE word = ?')
  const removeUnused = db.prepare<[string]>('DELETE FROM term WHERE word = ? AND count <= 0')
  const newTerm = db.prepare<[string]>('INSERT INTO term VALUES (?, 1)')
  const newFuzzy = db.prepare<[bigint, string]>('INSERT OR IGNORE INTO near VALUES (?, ?)')

  function addWords(document: SearchDocument): void {
    for (const word of allWords(document)) {
      if (increment.run(word).changes > 0) continue
      newTerm.run(word)
      for (const [key, beginning] of fuzzyRows(word)) newFuzzy.run(BigInt(key), beginning)
    }
  }

  function removeDocument({ rowid, body }: Stored): void {
    for (const word of allWords(documentOf(body))) {
      decrement.run(word)
      removeUnused.run(word)
    }
    unindex.run(BigInt(rowid))
    remove.run(BigInt(rowid))
  }

  const write = db.transaction((changes: IndexChanges, position: number, from?: number): void => {
    const before = meta.get()!
    if (from !== undefined && from !== before.position) return
    let { sequence } = before
    const added: { rowid: number; document: SearchDocument; body: string }[] = []
    for (const document of new Map(changes.put.map((one) => [keyOf(one), one])).values()) {
      const known = byKey.get(keyOf(document))
      const body = bodyOf(document)
      if (known && known.body === body && fits(known.rowid, document.type, document.popularity)) continue
      if (known) removeDocument(known)
      sequence += 1
      added.push({ rowid: rowidOf(document.type, document.popularity, sequence), document, body })
    }
    // FTS5 starts a new segment for each rowid that is smaller than the previous one.
    added.sort((a, b) => a.rowid - b.rowid)
    for (const { rowid, document, body } of added) {
      insert.run(BigInt(rowid), keyOf(document), document.bead, body)
      index.run(BigInt(rowid), tokensOf(document))
      addWords(document)
    }
    for (const key of changes.remove) {
      const known = byKey.get(keyOf(key))
      if (known) removeDocument(known)
    }
    for (const bead of changes.removeWithin) for (const known of within.all(bead, unlimited)) removeDocument(known)
    setMeta.run(position, sequence)
  })

  const removeSome = db.transaction((bead: string, from?: number): boolean => {
    if (from !== undefined && from !== meta.get()!.position) return false
    const batch = within.all(bead, batchSize)
    batch.forEach(removeDocument)
    return batch.length === batchSize
  })

  return {
    db,
    /** Removes some posts of a deleted playlist. Returns whether there may be more. Does not change the position. */
    removeSome: (bead: string, from?: number): boolean => removeSome.immediate(bead, from),
    write: (changes: IndexChanges, position: number, from?: number): void => write.immediate(changes, position, from),
    position: (): number | null => meta.get()?.position ?? null,
    count: (): number => firstVarint(averages.get() ?? Buffer.of(0)),
    /** Rowids of known documents, most popular first. */
    rowids: (keys: readonly DocumentKey[]): number[] => byKeys.all(JSON.stringify(keys.map(keyOf))),
    document: (rowid: number): SearchDocument | null => {
      const body = bodies.get(BigInt(rowid))
      return body === undefined ? null : documentOf(body)
    },
    close: () => db.close(),
  }
}

/** Creates an empty file, without waiting for the disk: a file that a crash leaves incomplete is built again. */
export function createStore(path: string): Store {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  db.exec(`BEGIN; ${tables} ${indexes} COMMIT`)
  const store = openStore(path)
  // Another process deletes a file that no process has open.
  db.close()
  return store
}

export type Store = ReturnType<typeof openStore>
