/** `npm run build`: installs missing dependencies and builds stale artefacts. Other scripts import it first. */
import './lib/nodeVersion.mjs'
import { existsSync } from 'node:fs'
import { at } from './lib/paths.mjs'

// The container image has what was built, and no sources.
if (existsSync(at('server/main.ts'))) {
  const { ensureDependencies } = await import('./lib/dependencies.mjs')
  await ensureDependencies()
  const { ensureBuilt } = await import('./lib/artefacts.mjs')
  try {
    await ensureBuilt()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
