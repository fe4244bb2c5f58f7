/** `npm run engines`: the journeys in Chromium, Firefox and WebKit, or in those that are named. */
import './lib/nodeVersion.mjs'
import { ensureBuilt } from './lib/artefacts.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { runSteps } from './lib/steps.mjs'
import { engineNames, journeys } from './lib/suites.mjs'

await ensureDependencies()
await ensureBuilt()
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in engineNames))
if (unknown.length > 0) {
  console.error(`There is no engine ${unknown.join(', ')}: name some of ${Object.keys(engineNames).join(', ')}.`)
  process.exit(1)
}
const chosen = /** @type {(keyof typeof engineNames)[]} */ (named.length > 0 ? named : Object.keys(engineNames))
// A named engine is required.
await runSteps(chosen.map((name) => journeys(name, { required: named.length > 0 })))
