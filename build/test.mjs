/**
 * `npm test`: all tests, also on a fresh clone; `npm test -- --part api` runs one part. `STRAND_TEST_DATABASE_URL` selects a
 * PostgreSQL server; without it a temporary one is started.
 */
import './lib/nodeVersion.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { useMemoryForTemporaryFiles } from './lib/memoryFiles.mjs'
import { createPlan, selectParts } from './lib/plan.mjs'
import { runSteps } from './lib/steps.mjs'

/** @type {ReturnType<typeof selectParts>} */
let parts
try {
  parts = selectParts(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

await ensureDependencies()
useMemoryForTemporaryFiles()
const { steps, cleanUp } = createPlan(parts)
await runSteps(steps, cleanUp)
