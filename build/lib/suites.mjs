import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './artefacts.mjs'
import { ensureChromium, ensureShell } from './chromium.mjs'
import { whyNoElectron } from './desktop.mjs'
import { ensureEngine, EngineMissing } from './engines.mjs'
import { passesIfSuccessful } from './steps.mjs'
import { runBin } from './run.mjs'

/**
 * Runs a test runner and counts the tests in its JSON report. A runner that fails without a failed test (a file that
 * does not load, nothing to run) counts as one failure.
 * @param {(report: string) => Promise<{ code: number }>} start
 * @param {(report: any) => import('./steps.mjs').Counts} count
 */
async function runAndCount(start, count) {
  const folder = mkdtempSync(join(tmpdir(), 'strand-report-'))
  const file = join(folder, 'report.json')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  // A signal ends this process before its runner has returned.
  process.once('exit', remove)
  try {
    const { code } = await start(file)
    /** @type {import('./steps.mjs').Counts} */
    let counts = { passed: 0, failed: 0, skipped: 0 }
    try {
      counts = count(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      // There is no report if the runner did not start. It has printed the reason.
    }
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    return counts
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/**
 * Counts of Vitest's report. The `meta` of a test states whether it passed only when retried.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { assertionResults: { fullName: string, meta?: { retried?: boolean } }[] }[] }} report
 * @returns {import('./steps.mjs').Counts}
 */
export const vitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
  wavering: report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ meta }) => meta?.retried).map(({ fullName }) => fullName),
  ),
})

/** @param {string[]} projects of build/vitest.config.ts @param {Record<string, string | undefined>} [env] */
const vitest = (projects, env) =>
  runAndCount(
    (file) =>
      runBin(
        'vitest/vitest.mjs',
        [
          'run',
          '-c',
          'build/vitest.config.ts',
          ...projects.map((project) => `--project=${project}`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ],
        { env },
      ),
    vitestCounts,
  )

const types = passesIfSuccessful(() => runBin('typescript/bin/tsc', ['-p', '.']))

const format = passesIfSuccessful(() => runBin('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']))

const lint = passesIfSuccessful(() => runBin('eslint/bin/eslint.js', ['-c', 'build/eslint.config.js', '--max-warnings=0', '.']))

/**
 * The steps of `npm run check`, which are also the first ones of `npm test`.
 * @type {(import('./steps.mjs').Step | import('./steps.mjs').Step[])[]}
 */
export const quick = [
  // These steps run in parallel, and print only errors.
  [
    { title: 'Types', run: types },
    { title: 'Lint, including import rules', run: lint },
    { title: 'Format', run: format },
  ],
  { title: 'Unit tests, including the player', run: () => vitest(['unit']) },
]

/** @param {string} [databaseUrl] @returns {() => Promise<import('./steps.mjs').Counts>} */
export const api = (databaseUrl) => () => vitest(['api'], { STRAND_TEST_DATABASE_URL: databaseUrl })

/** Component tests: the app in Chromium, over a fake server. They need no built files. */
export const component = () => vitest(['component'])

/** The tests of the start script. They need the built files. */
export const start = () => vitest(['start', 'start-time'])

/** @typedef {{ specs?: { file: string, line: number, title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite */

/** If a larger share of the tests passes only after a retry, the run fails. */
const maxFlakyShare = 0.02

/**
 * Counts of Playwright's report. `wavering` names the tests that passed only after a retry; if there are many, they count as failed.
 * @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, suites: Suite[] }} report
 * @returns {import('./steps.mjs').Counts}
 */
export function browserCounts({ stats, suites }) {
  /** @param {Suite} suite @returns {string[]} */
  const flaky = ({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...inner.flatMap(flaky),
  ]
  const tooMany = stats.flaky > maxFlakyShare * (stats.expected + stats.unexpected + stats.flaky)
  return {
    passed: stats.expected + (tooMany ? 0 : stats.flaky),
    failed: stats.unexpected + (tooMany ? stats.flaky : 0),
    skipped: stats.skipped,
    wavering: suites.flatMap(flaky),
  }
}

/** Needs the built files. @param {string[]} projects of build/playwright.config.ts */
export const browser = (projects) =>
  runAndCount(
    (file) =>
      runBin(
        '@playwright/test/cli.js',
        ['test', '-c', 'build/playwright.config.ts', ...projects.map((project) => `--project=${project}`), '--reporter=list,json'],
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
      ),
    browserCounts,
  )

/**
 * The desktop application in the real Electron. The step is skipped with the reason where there is none, unless STRAND_REQUIRE_ELECTRON is 1.
 * @param {Record<string, string | undefined>} [env] @param {string} [folder] of the package `electron`
 * @returns {import('./steps.mjs').Step}
 */
export const electron = (env = process.env, folder) => ({
  title: 'Desktop application in Electron',
  run: async () => {
    const why = whyNoElectron(env, folder)
    if (why === null) {
      await ensureBuilt()
      return browser(['electron'])
    }
    return { passed: 0, failed: 0, skipped: 1, why }
  },
})

export const engineNames = { chromium: 'Chromium', desktop: 'Chromium with the desktop bridge', firefox: 'Firefox', webkit: 'WebKit' }

/**
 * The journeys of tests/engines in one engine; needs the built files. `desktop` is Chromium, with the bridge of the desktop application in
 * its pages. If Firefox or WebKit cannot be installed, the step is skipped with the reason, unless it is required.
 * @param {keyof typeof engineNames} name @param {{ required?: boolean }} [options] @returns {import('./steps.mjs').Step}
 */
export const journeys = (name, { required = false } = {}) => ({
  title: `Journeys in ${engineNames[name]}`,
  run: async () => {
    if (name === 'chromium' || name === 'desktop') {
      await ensureChromium()
      await ensureShell()
    } else {
      /** @type {string | undefined} */
      const missing = await ensureEngine(name).then(
        () => undefined,
        (error) => {
          if (required || !(error instanceof EngineMissing)) throw error
          return error.message
        },
      )
      if (missing !== undefined) return { passed: 0, failed: 0, skipped: 1, why: missing }
    }
    return vitest(['engines'], { STRAND_ENGINE: name })
  },
})
