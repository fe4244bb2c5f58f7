/** Servers with the demo data, and with an enlarged copy of it. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { formatId } from '#contract/ids.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { createChance } from './chance.ts'

export interface World {
  name: string
  folder: string
  database: string
  /** The playlist with the most posts. */
  bead: string
  counts: string
}

type Row = Record<string, string | number | null>

function describe(name: string, folder: string): World {
  const database = join(folder, 'strand.sqlite')
  const db = new Database(database, { readonly: true })
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const bead = db.prepare<[], string>('SELECT "beadId" FROM post GROUP BY "beadId" ORDER BY count(*) DESC LIMIT 1').pluck().get()
  const counts = `${count('bead').toLocaleString('en-US')} playlists, ${count('post').toLocaleString('en-US')} posts`
  db.close()
  if (bead === undefined) throw new Error('The demo world has no post')
  return { name, folder, database, bead, counts }
}

/** Copies rows of the demo data under new ids. */
function enlarge(database: string, beads: number, posts: number, largest: number): void {
  const db = new Database(database)
  const { next: random, digits } = createChance(20_260_101)
  const insertInto = (table: string, sample: Row) => {
    const columns = Object.keys(sample)
    return db.prepare(
      `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    )
  }
  const beadRows = db.prepare<[], Row>('SELECT * FROM bead WHERE NOT "isDraft"').all()
  const postRows = db.prepare<[], Row>('SELECT * FROM post').all()
  const [beadSample, postSample] = [beadRows[0], postRows[0]]
  if (!beadSample || !postSample) throw new Error('The demo world is empty')
  const pick = (rows: readonly Row[]): Row => rows[Math.floor(random() * rows.length)] ?? {}
  const insertBead = insertInto('bead', beadSample)
  const insertPost = insertInto('post', postSample)
  const from = Date.parse('2020-01-01')
  const each = Math.ceil((posts - largest) / (beads - 1))
  db.transaction(() => {
    for (let n = 0; n < beads; n += 1) {
      const instant = from + n * 3_600_000
      const beadId = formatId('bead', instant, digits())
      const postCount = n === 0 ? largest : each
      insertBead.run({
        ...pick(beadRows),
        id: beadId,
        creationDate: new Date(instant).toISOString(),
        postCount,
        heat: Number(beadSample.heat) - random() * 500,
      })
      for (let m = 0; m < postCount; m += 1) {
        const posted = instant + m * 60_000
        insertPost.run({ ...pick(postRows), id: formatId('post', posted, digits()), beadId, creationDate: new Date(posted).toISOString() })
      }
    }
  })()
  db.exec('ANALYZE')
  db.close()
}

export async function createWorlds(): Promise<{ worlds: World[]; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'strand-bench-'))
  const [demo, large] = [join(folder, 'demo'), join(folder, 'large')]
  const seeded = await startBuiltServer({ STRAND_DATA_DIR: demo, STRAND_DEMO: '1' })
  await seeded.stop()
  await cp(demo, large, { recursive: true })
  enlarge(join(large, 'strand.sqlite'), 5000, 100_000, 2000)
  return {
    worlds: [describe('demo world', demo), describe('large world', large)],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
