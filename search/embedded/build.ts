/**
 * Builds a whole index. Documents are staged in a temporary table, then the full-text index is written in the order of rowids, which
 * is the fastest. Works in short slices, so that the event loop stays responsive.
 */
import { open } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { SearchDocument } from '../port.ts'
import { fuzzyRows } from './fuzzy.ts'
import { rowidOf } from './rowids.ts'
import { bodyOf, documentOf, keyOf, schema } from './store.ts'
import { tokensOf } from './tokens.ts'

/** Duration (ms) of one slice. */
const pieceMs = 10

const mebibyte = 1 << 20

interface StagedDocument {
  rowid: number
  key: string
  bead: string | null
  body: string
}

export function createStoreBuilder(path: string) {
  const db = new Database(path)
  // An incomplete file is discarded and never read, so it needs no journal.
  db.unsafeMode()
  for (const setting of [
    'journal_mode = OFF',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -32000',
    'temp_store = FILE',
    'temp.cache_size = -16000',
  ])
    db.pragma(setting)
  db.exec(schema)
  // Staged, because inserting in random order would leave every page half empty.
  db.exec('CREATE TEMP TABLE staged (rowid INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, bead TEXT, body TEXT NOT NULL)')
  const insert = db.prepare<[bigint, string, string | null, string]>(
    'INSERT OR REPLACE INTO temp.staged (rowid, key, bead, body) VALUES (?, ?, ?, ?)',
  )
  let sequence = 0
  db.exec('BEGIN')

  /** Repeats `step` until it returns true, with pauses. */
  async function inPieces(step: () => boolean): Promise<void> {
    for (let done = false; !done;) {
      const startedAt = performance.now()
      while (!done && performance.now() - startedAt < pieceMs) done = step()
      await pause()
    }
  }

  async function indexDocuments(): Promise<void> {
    db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${24 * mebibyte}), ('automerge', 0), ('crisismerge', 64)`)
    const next = db.prepare<[bigint], StagedDocument>('SELECT * FROM temp.staged WHERE rowid > ? ORDER BY rowid LIMIT 20')
    const insertDocument = db.prepare<[bigint, string, string | null, string]>(
      'INSERT INTO doc (rowid, key, bead, body) VALUES (?, ?, ?, ?)',
    )
    const index = db.prepare<[bigint, string]>('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
    let last = -1n
    await inPieces(() => {
      const rows = next.all(last)
      for (const { rowid, key, bead, body } of rows) {
        last = BigInt(rowid)
        insertDocument.run(last, key, bead, body)
        index.run(last, tokensOf(documentOf(body)))
      }
      return rows.length === 0
    })
    db.exec('COMMIT; DROP TABLE temp.staged')
    // Merges the segments, so that each word has one list.
    const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
    const merge = db.prepare<[number]>(`INSERT INTO words (words, rank) VALUES ('merge', ?)`)
    let first = true
    await inPieces(() => {
      const before = changes.get()!
      merge.run(first ? -200 : 200)
      first = false
      return changes.get()! - before < 2
    })
    db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${mebibyte}), ('automerge', 4), ('crisismerge', 64)`)
  }

  /** Reads the words from the complete full-text index. */
  async function indexTerms(): Promise<void> {
    db.exec(`BEGIN; CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, words, row)`)
    const next = db.prepare<[string], { term: string; doc: number }>(
      `SELECT term, doc FROM temp.vocabulary WHERE term > ? AND term < 'b' LIMIT 50`,
    )
    const insertTerm = db.prepare<[string, number]>('INSERT INTO term VALUES (?, ?)')
    const insertFuzzy = db.prepare<[bigint, string]>('INSERT OR IGNORE INTO near VALUES (?, ?)')
    let last = 'a'
    await inPieces(() => {
      const rows = next.all(last)
      for (const { term, doc } of rows) {
        last = term
        insertTerm.run(term.slice(1), doc)
        for (const [key, beginning] of fuzzyRows(term.slice(1))) insertFuzzy.run(BigInt(key), beginning)
      }
      return rows.length === 0
    })
    db.exec('COMMIT; DROP TABLE temp.vocabulary')
  }

  return {
    put(documents: readonly SearchDocument[]): void {
      for (const document of documents) {
        sequence += 1
        insert.run(BigInt(rowidOf(document.type, document.popularity, sequence)), keyOf(document), document.bead, bodyOf(document))
      }
    },
    async complete(position: number): Promise<void> {
      await indexDocuments()
      await indexTerms()
      db.prepare<[number, number]>('UPDATE meta SET position = ?, sequence = ?').run(position, sequence)
      db.pragma('journal_mode = WAL')
      db.close()
      // Keeps the file open during the sync: another process deletes unreferenced files that are not open.
      const reader = new Database(path)
      try {
        reader.prepare('SELECT position FROM meta').get()
        const file = await open(path, 'r+')
        await file.sync().finally(() => file.close())
      } finally {
        reader.close()
      }
    },
    close: () => db.close(),
  }
}
