/**
 * Builds a whole index, in a process of its own: its statements run for seconds, and minutes on a large site. Every table is written
 * in the order of its keys, because random order writes the same pages again and again.
 */
import { setImmediate as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { SearchDocument } from '../port.ts'
import { fuzzyRows } from './fuzzy.ts'
import { rowidOf } from './rowids.ts'
import { bodyOf, documentOf, indexes, keyOf, tables } from './store.ts'
import { tokensOf } from './tokens.ts'

const mebibyte = 1 << 20

/** Documents per statement of the full-text index. */
const chunk = 1000

/** Functions of the index for SQL: `tokens (body)` and the table `fuzzy (word)`. */
function defineFunctions(db: Database.Database): void {
  db.function('tokens', { deterministic: true }, (body) => tokensOf(documentOf(body as string)))
  db.table('fuzzy', {
    columns: ['key', 'beginning'],
    parameters: ['word'],
    *rows(word) {
      for (const [key, beginning] of fuzzyRows(word as string)) yield [BigInt(key), beginning]
    },
  })
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
  db.exec(tables)
  defineFunctions(db)
  // In the order of arrival, until all documents can be sorted.
  db.exec('CREATE TEMP TABLE staged (key TEXT NOT NULL UNIQUE, place INTEGER NOT NULL, bead TEXT, body TEXT NOT NULL)')
  const stage = db.prepare<[string, bigint, string | null, string]>('INSERT OR REPLACE INTO temp.staged VALUES (?, ?, ?, ?)')
  let sequence = 0

  /** Pauses let the process end with its parent. */
  async function indexDocuments(): Promise<void> {
    db.exec(`
      INSERT INTO doc (rowid, key, bead, body) SELECT place, key, bead, body FROM temp.staged ORDER BY place;
      DROP TABLE temp.staged;
      ${indexes}
      INSERT INTO words (words, rank) VALUES ('hashsize', ${24 * mebibyte}), ('automerge', 0), ('crisismerge', 64);`)
    const end = db
      .prepare<[bigint, number], bigint>('SELECT rowid FROM doc WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ?')
      .pluck()
      .safeIntegers()
    const index = db.prepare<[bigint, bigint]>(
      'INSERT INTO words (rowid, tokens) SELECT rowid, tokens(body) FROM doc WHERE rowid > ? AND rowid <= ?',
    )
    const lastRowid = db.prepare<[], bigint | null>('SELECT max(rowid) FROM doc').pluck().safeIntegers().get() ?? -1n
    db.exec('BEGIN')
    for (let done = -1n; done < lastRowid; await pause()) {
      const next = end.get(done, chunk - 1) ?? lastRowid
      index.run(done, next)
      done = next
    }
    db.exec('COMMIT')
    // Merges the segments, so that each word has one list.
    const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
    const merge = db.prepare<[number]>(`INSERT INTO words (words, rank) VALUES ('merge', ?)`)
    for (let pages = -10_000, merged = true; merged; pages = 10_000, await pause()) {
      const before = changes.get()!
      merge.run(pages)
      merged = changes.get()! - before >= 2
    }
    db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${mebibyte}), ('automerge', 4), ('crisismerge', 64)`)
  }

  /** Reads the words from the complete full-text index. */
  function indexTerms(): void {
    db.exec(`
      CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, words, row);
      INSERT INTO term SELECT substr(term, 2), doc FROM temp.vocabulary WHERE term > 'a' AND term < 'b';
      DROP TABLE temp.vocabulary;
      INSERT INTO near SELECT DISTINCT fuzzy.key, beginning FROM term, fuzzy (term.word) ORDER BY fuzzy.key, beginning;`)
  }

  return {
    put(documents: readonly SearchDocument[]): void {
      db.exec('BEGIN')
      for (const document of documents) {
        sequence += 1
        stage.run(keyOf(document), BigInt(rowidOf(document.type, document.popularity, sequence)), document.bead, bodyOf(document))
      }
      db.exec('COMMIT')
    },
    /** Syncs the file, and returns how to close it. */
    async complete(position: number): Promise<() => void> {
      await indexDocuments()
      indexTerms()
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      // The checkpoint of this write syncs the whole file.
      db.prepare<[number, number]>('UPDATE meta SET position = ?, sequence = ?').run(position, sequence)
      db.pragma('wal_checkpoint(TRUNCATE)')
      return () => db.close()
    },
  }
}
