/** `npm run build`: installs what is missing and builds what is stale. Other scripts begin by importing it. */
import './lib/nodeVersion.mjs'
import { ensureBuilt } from './lib/artefacts.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'

await ensureDependencies()
try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
