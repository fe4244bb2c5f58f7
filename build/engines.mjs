/** `npm run engines`: runs the main journeys in Chromium, in Chromium with the desktop bridge, in Firefox and in WebKit, or in the engines given as arguments. */
import './lib/nodeVersion.mjs'
import { ensureBuilt } from './lib/artefacts.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { runSteps } from './lib/steps.mjs'
import { engineNames, journeys } from './lib/suites.mjs'

await ensureDependencies()
await ensureBuilt()
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in engineNames))
if (unknown.length > 0) {
  console.error(`Unknown engine: ${unknown.join(', ')}. The engines are ${Object.keys(engineNames).join(', ')}.`)
  process.exit(1)
}
const engines = /** @type {(keyof typeof engineNames)[]} */ (requested.length > 0 ? requested : Object.keys(engineNames))
// An engine given as an argument must be installed; others are skipped if they are missing.
await runSteps(engines.map((name) => journeys(name, { required: requested.length > 0 })))
