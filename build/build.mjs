/** `npm run build`: installs missing dependencies and builds stale artefacts. Other scripts import it first. */
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
