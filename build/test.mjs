/**
 * `npm test`: all tests, also on a fresh clone. `STRAND_TEST_DATABASE_URL` selects a PostgreSQL server; without it a
 * temporary one is started.
 */
import './lib/nodeVersion.mjs'
import { ensureBuilt } from './lib/artefacts.mjs'
import { ensureChromium, ensureShell } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { runSteps } from './lib/steps.mjs'
import { api, browser, journeys, quick, start } from './lib/suites.mjs'

await ensureDependencies()

/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let postgres

await runSteps(
  [
    ...quick,
    { title: 'API on SQLite', run: api() },
    {
      title: 'API on PostgreSQL',
      run: async () => {
        const given = process.env.STRAND_TEST_DATABASE_URL
        if (!given) postgres = await startPostgres()
        return api(given || postgres?.url)()
      },
    },
    {
      title: 'Build and start',
      run: async () => {
        await ensureBuilt()
        return start()
      },
    },
    {
      title: 'Browser tests in Chromium',
      run: async () => {
        await ensureChromium()
        await ensureShell()
        return browser()
      },
    },
    journeys('firefox'),
    journeys('webkit'),
  ],
  async () => postgres?.stop(),
)
