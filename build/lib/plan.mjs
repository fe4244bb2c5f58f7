import { parseArgs } from 'node:util'
import { ensureBuilt } from './artefacts.mjs'
import { ensureChromium, ensureShell } from './chromium.mjs'
import { ensureDeploymentPrograms } from './deployment.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureSwift, whyNoSwift } from './swift.mjs'
import { api, browser, component, electron, journeys, quick, start } from './suites.mjs'

/** The parts of `npm test`. Several machines can run one part each. */
export const partNames = /** @type {const} */ (['quick', 'api', 'browser', 'media'])

/** @typedef {(typeof partNames)[number]} Part */

/** Projects of build/playwright.config.ts by part. @type {Partial<Record<Part, string[]>>} */
export const projectsByPart = { browser: ['app', 'scrollbars'], media: ['media'] }

/**
 * @param {string[]} args of the command line: `--part NAME`, also several times
 * @returns {Set<Part>} all parts without an argument. Throws with a message if an argument is unknown.
 */
export function selectParts(args) {
  const { values } = parseArgs({ args, options: { part: { type: 'string', multiple: true } } })
  const requested = values.part ?? partNames
  const unknown = requested.filter((name) => !partNames.some((part) => part === name))
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. The parts are ${partNames.join(', ')}.`)
  return new Set(/** @type {Part[]} */ (requested))
}

/**
 * Returns the steps of these parts, and a function to call after them. Starts nothing before the steps run.
 * @param {ReadonlySet<Part>} parts
 */
export function createPlan(parts) {
  /** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
  let postgres
  /** @type {(import('./steps.mjs').Step | import('./steps.mjs').Step[])[]} */
  const steps = []
  if (parts.has('quick')) steps.push(...quick)
  if (parts.has('api')) {
    steps.push(
      {
        title: 'API on SQLite',
        run: async () => {
          // Without it, the tests of S3 are skipped, and say so.
          if (!process.env.S3_URL) await ensureSwift().catch((error) => console.log(`${whyNoSwift()}\n${error.message}`))
          return api()()
        },
      },
      {
        title: 'API on PostgreSQL',
        run: async () => {
          const databaseUrl = process.env.STRAND_TEST_DATABASE_URL
          if (!databaseUrl) postgres = await startPostgres()
          return api(databaseUrl || postgres?.url)()
        },
      },
    )
  }
  if (parts.has('browser')) {
    steps.push(
      {
        title: 'Component tests in Chromium',
        run: async () => {
          await ensureChromium()
          await ensureShell()
          return component()
        },
      },
      {
        title: 'Build and start',
        run: async () => {
          await ensureBuilt()
          await ensureDeploymentPrograms()
          return start()
        },
      },
    )
  }
  const projects = [...parts].flatMap((part) => projectsByPart[part] ?? [])
  if (projects.length > 0) {
    steps.push({
      title: 'Browser tests in Chromium',
      run: async () => {
        await ensureBuilt()
        await ensureChromium()
        await ensureShell()
        return browser(projects)
      },
    })
  }
  if (parts.has('browser')) steps.push(electron(), journeys('desktop'), journeys('firefox'), journeys('webkit'))
  return { steps, cleanUp: async () => postgres?.stop() }
}
