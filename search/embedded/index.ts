import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { mostFinds, type Building, type DocumentKey, type IndexChanges, type SearchDocument, type SearchIndex, type SearchPage, type SearchQuery } from '../port.ts'
import { excerpt, highlight } from '../text/highlight.ts'
import { findAll, foundIn } from './scan.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS doc (type TEXT, id TEXT, bead TEXT, body TEXT, PRIMARY KEY (type, id));
  CREATE INDEX IF NOT EXISTS doc_bead ON doc (bead) WHERE bead IS NOT NULL;
  CREATE TABLE IF NOT EXISTS meta (position INTEGER);`

function statements(path: string) {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.exec(schema)
  const put = db.prepare('INSERT OR REPLACE INTO doc VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM doc WHERE type = ? AND id = ?')
  const within = db.prepare(`DELETE FROM doc WHERE type = 'post' AND bead = ?`)
  const write = db.transaction((changes: IndexChanges, position: number | null) => {
    for (const one of changes.put) put.run(one.type, one.id, one.bead, JSON.stringify(one))
    for (const { type, id } of changes.remove) remove.run(type, id)
    for (const bead of changes.removeWithin) within.run(bead)
    if (position !== null) db.exec(`DELETE FROM meta; INSERT INTO meta VALUES (${position})`)
  })
  return {
    db,
    write,
    all: () => db.prepare<[], string>('SELECT body FROM doc').pluck().all().map((body) => JSON.parse(body) as SearchDocument),
    position: () => db.prepare<[], number>('SELECT position FROM meta').pluck().get() ?? null,
  }
}

export async function openEmbedded({ dir }: { dir: string; log: Pick<Logger, 'warn' | 'info'> }): Promise<SearchIndex> {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'index.sqlite')
  const index = statements(path)
  return {
    name: 'embedded',
    async search(query: SearchQuery): Promise<SearchPage> {
      const { finds, parsed } = findAll(index.all(), query)
      const reachable = finds.slice(0, mostFinds)
      const end = query.from + query.limit
      const hits = reachable.slice(query.from, end).map((one) => {
        const found = foundIn(one, parsed)
        return { type: one.type, id: one.id, title: highlight(one.title, found), description: excerpt(one.description, found), tags: one.tags.map((tag) => highlight(tag, found)) }
      })
      return { hits, next: end < reachable.length ? end : null, total: reachable.length }
    },
    async position() {
      return index.position()
    },
    async write(changes, position) {
      index.write(changes, position)
    },
    async rebuild(): Promise<Building> {
      const put: SearchDocument[] = []
      return {
        async put(documents) {
          put.push(...documents)
        },
        async finish(position) {
          const remove: DocumentKey[] = index.all().map(({ type, id }) => ({ type, id }))
          index.write({ put: [], remove, removeWithin: [] }, position)
          index.write({ put, remove: [], removeWithin: [] }, position)
        },
        async abandon() {
          rmSync(`${path}.building`, { force: true })
        },
      }
    },
    async close() {
      index.db.close()
    },
  }
}
