/**
 * Copies the large database of `scale` and the one of a tenth of its size into PostgreSQL with `npm run database:copy` (BY26), and compares
 * the same reads there (BY24).
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

interface PostgresWorld extends ScaleWorld {
  remove(): Promise<void>
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
    const { code, output, seconds } = await run(process.execPath, ['build/database-copy.mjs', `sqlite:${database.path}`, postgres.url], {
      env: { STRAND_DATA_DIR: folder },
      quiet: true,
    })
    if (code !== 0) throw new Error(`The copy failed:\n${output}`)
    const [, rows] = /^Copied and verified ([\d,]+ rows of \d+ tables)/m.exec(output) ?? []
    if (rows === undefined) throw new Error(`The copy has reported no rows:\n${output}`)
    record({ title: `Copy to PostgreSQL, ${world.name}`, what: 'duration', unit: 's', value: seconds, floor: null, higherIsBetter: false })
    const isMissed = seconds > maxCopySeconds
    if (isMissed) process.exitCode = 1
    console.log(`${world.name}: ${rows} copied in ${seconds.toFixed(1)} s${isMissed ? '  missed' : ''}`)
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
  console.log(`\nnpm run database:copy, from SQLite to PostgreSQL (required: at most ${maxCopySeconds} s)\n`)
  const copies: PostgresWorld[] = []
  try {
    const copySmall = await copyToPostgres(small)
    copies.push(copySmall)
    const copyLarge = await copyToPostgres(large)
    copies.push(copyLarge)
    await measureScaleReads([copySmall, copyLarge])
  } finally {
    for (const copy of copies) await copy.remove()
  }
}
