/**
 * Copies the large database of `scale` and the one of a tenth of its size into PostgreSQL with `npm run database:copy` (BY26), compares the
 * same reads there (BY24), and copies the large one back.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../build/lib/postgres.mjs'
import { run } from '../../build/lib/run.mjs'
import { record } from './figures.ts'
import { createScaleWorlds, ensureSearch, measureScaleReads } from './scale.ts'
import type { ScaleWorld, SqliteWorld } from './scale-world.ts'

/** Required: the duration (s) of copying the large database. */
const maxCopySeconds = 600
/** The heap (MB) of a copy, which reads and writes rows in batches. */
const copyHeap = 128

interface PostgresWorld extends ScaleWorld {
  remove(): Promise<void>
}

/** Runs the command with a small heap. Throws if it fails. @param folder the data directory */
async function copy(title: string, from: string, to: string, folder: string): Promise<void> {
  const { code, output, seconds } = await run(process.execPath, ['build/database-copy.mjs', from, to], {
    env: { STRAND_DATA_DIR: folder, NODE_OPTIONS: `--max-old-space-size=${copyHeap}` },
    quiet: true,
  })
  if (code !== 0) throw new Error(`The copy failed:\n${output}`)
  const [, rows] = /^Copied and verified ([\d,]+ rows of \d+ tables)/m.exec(output) ?? []
  if (rows === undefined) throw new Error(`The copy has reported no rows:\n${output}`)
  record({ title, what: 'duration', unit: 's', value: seconds, floor: null, higherIsBetter: false })
  const isMissed = seconds > maxCopySeconds
  if (isMissed) process.exitCode = 1
  console.log(`${title}: ${rows} in ${seconds.toFixed(1)} s${isMissed ? '  missed' : ''}`)
}

/** Copies a world as an operator does, into a cluster that waits for the disk. */
async function copyToPostgres({ database, ...world }: SqliteWorld): Promise<PostgresWorld> {
  const postgres = await startPostgres({ isDurable: true })
  const folder = mkdtempSync(join(tmpdir(), 'strand-bench-postgres-'))
  const remove = async (): Promise<void> => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
  try {
    // An operator keeps the data directory.
    cpSync(join(world.folder, 'search'), join(folder, 'search'), { recursive: true })
    await copy(`Copy to PostgreSQL, ${world.name}`, `sqlite:${database.path}`, postgres.url, folder)
    return { ...world, name: `${world.name} on PostgreSQL`, folder, database: { kind: 'postgres', url: postgres.url }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkScaleOnPostgres(factor = 1): Promise<void> {
  const [small, large] = await createScaleWorlds(factor)
  for (const world of [small, large]) await ensureSearch(world)
  console.log(`\nnpm run database:copy with a heap of ${copyHeap} MB (required: at most ${maxCopySeconds} s)\n`)
  const copies: PostgresWorld[] = []
  try {
    const copySmall = await copyToPostgres(small)
    copies.push(copySmall)
    const copyLarge = await copyToPostgres(large)
    copies.push(copyLarge)
    await measureScaleReads([copySmall, copyLarge])
    const back = mkdtempSync(join(tmpdir(), 'strand-bench-back-'))
    try {
      if (copyLarge.database.kind !== 'postgres') throw new Error('The copy is not in PostgreSQL')
      await copy(`Copy back to SQLite, ${large.name}`, copyLarge.database.url, `sqlite:${join(back, 'strand.sqlite')}`, back)
    } finally {
      rmSync(back, { recursive: true })
    }
  } finally {
    for (const copy of copies) await copy.remove()
  }
}
