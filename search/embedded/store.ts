/** One generation of the index: one file. */
import Database from 'better-sqlite3'
import type { DocumentKey, IndexChanges, SearchDocument } from '../port.ts'
import { fuzzyRows, fuzzySchema } from './fuzzy.ts'
import { fits, rowidOf } from './rowids.ts'
import { allWords, indexedPrefix, tokensOf } from './tokens.ts'

/** Of tables, tokens and the folding of words: another version is built again. */
export const version = 3

const prefixes = Array.from({ length: indexedPrefix }, (_none, n) => n + 2).join(' ')

/** The tokens have no signs between them but spaces, and nothing to fold: the plainest tokenizer is the right one. */
export const schema = `
  CREATE TABLE meta (version INTEGER NOT NULL, position INTEGER, sequence INTEGER NOT NULL);
  INSERT INTO meta VALUES (${version}, NULL, 0);
  CREATE TABLE doc (rowid INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, bead TEXT, body TEXT NOT NULL);
  CREATE INDEX doc_bead ON doc (bead) WHERE bead IS NOT NULL;
  CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '', contentless_delete = 1, detail = none, prefix = '${prefixes}', tokenize = 'ascii');
  CREATE TABLE term (word TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  ${fuzzySchema}`

export const keyOf = ({ type, id }: DocumentKey): string => `${type} ${id}`

/** What is kept of a document: how popular it is, is said by its rowid, and only roughly. Without the names of its fields, of which there are a million. */
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

/** Posts that go at once where a playlist goes: of thousands, requests come in between. */
const piece = 50
const everything = -1

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
  const more = db.prepare<[string]>('UPDATE term SET count = count + 1 WHERE word = ?')
  const fewer = db.prepare<[string]>('UPDATE term SET count = count - 1 WHERE word = ?')
  const gone = db.prepare<[string]>('DELETE FROM term WHERE word = ? AND count <= 0')
  const newTerm = db.prepare<[string]>('INSERT INTO term VALUES (?, 1)')
  const newFuzzy = db.prepare<[bigint, string]>('INSERT OR IGNORE INTO near VALUES (?, ?)')

  function addWords(document: SearchDocument): void {
    for (const word of allWords(document)) {
      if (more.run(word).changes > 0) continue
      newTerm.run(word)
      for (const [key, beginning] of fuzzyRows(word)) newFuzzy.run(BigInt(key), beginning)
    }
  }

  function takeOut({ rowid, body }: Stored): void {
    for (const word of allWords(documentOf(body))) {
      fewer.run(word)
      gone.run(word)
    }
    unindex.run(BigInt(rowid))
    remove.run(BigInt(rowid))
  }

  const write = db.transaction((changes: IndexChanges, position: number, from?: number): void => {
    const before = meta.get()!
    if (from !== undefined && from !== before.position) return
    let { sequence } = before
    const entering: { rowid: number; document: SearchDocument; body: string }[] = []
    for (const document of new Map(changes.put.map((one) => [keyOf(one), one])).values()) {
      const known = byKey.get(keyOf(document))
      const body = bodyOf(document)
      if (known && known.body === body && fits(known.rowid, document.type, document.popularity)) continue
      if (known) takeOut(known)
      sequence += 1
      entering.push({ rowid: rowidOf(document.type, document.popularity, sequence), document, body })
    }
    // A rowid smaller than the one before it would make the full-text index write a piece of its own.
    entering.sort((a, b) => a.rowid - b.rowid)
    for (const { rowid, document, body } of entering) {
      insert.run(BigInt(rowid), keyOf(document), document.bead, body)
      index.run(BigInt(rowid), tokensOf(document))
      addWords(document)
    }
    for (const key of changes.remove) {
      const known = byKey.get(keyOf(key))
      if (known) takeOut(known)
    }
    for (const bead of changes.removeWithin) for (const known of within.all(bead, everything)) takeOut(known)
    setMeta.run(position, sequence)
  })

  const removeSome = db.transaction((bead: string, from?: number): boolean => {
    if (from !== undefined && from !== meta.get()!.position) return false
    const some = within.all(bead, piece)
    some.forEach(takeOut)
    return some.length === piece
  })

  return {
    db,
    /** A few posts of a playlist that goes; answers whether there may be more. The position stays. */
    removeSome: (bead: string, from?: number): boolean => removeSome.immediate(bead, from),
    write: (changes: IndexChanges, position: number, from?: number): void => write.immediate(changes, position, from),
    position: (): number | null => meta.get()?.position ?? null,
    /** Of those that are known, most popular first. */
    rowids: (keys: readonly DocumentKey[]): number[] => byKeys.all(JSON.stringify(keys.map(keyOf))),
    document: (rowid: number): SearchDocument | null => {
      const body = bodies.get(BigInt(rowid))
      return body === undefined ? null : documentOf(body)
    },
    close: () => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>
