/**
 * Global setup of the browser tests: builds what is stale and seeds the demo data once. Every worker starts its own server over a copy,
 * so that test files do not see each other's changes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../build/lib/artefacts.mjs'
import { startBuiltServer } from './built-server.ts'

export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'strand-e2e-'))
  const seeded = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1' })
  // The first search waits for the search index, so that the copies contain it.
  await fetch(`${seeded.origin}/api/v2/search?q=a`)
  await seeded.stop()
  process.env.STRAND_E2E_WORLD = folder
  return () => rm(folder, { recursive: true, force: true })
}
