/** `npm run check`: types, lint, format and unit tests, for every commit. */
import './lib/nodeVersion.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { runSteps } from './lib/steps.mjs'
import { quick } from './lib/suites.mjs'

await ensureDependencies()
await runSteps(quick)
