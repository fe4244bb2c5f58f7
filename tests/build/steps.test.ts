/** The runner of `npm test` and `npm run check`. Programs read the last line of its output. */
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { browserCounts, vitestCounts } from '../../build/lib/suites.mjs'
import { root, startProcess } from '../support/built-server.ts'

const steps = pathToFileURL(`${root}build/lib/steps.mjs`).href

async function run(source: string) {
  const started = startProcess(
    process.execPath,
    ['--input-type=module', '-e', `import { passesIfSuccessful, runSteps } from '${steps}'; ${source}`],
    {},
  )
  const code = await started.ended
  const lines = started.output().trimEnd().split('\n')
  return { code, lines, last: lines.at(-1) }
}

const passing = "{ title: 'Good', run: async () => ({ passed: 3, failed: 0, skipped: 1 }) }"
const failing = "{ title: 'Bad', run: async () => ({ passed: 2, failed: 1, skipped: 0 }) }"

describe('steps', () => {
  it('sums the counts of all runners and ends with code 0', async () => {
    const { code, last } = await run(`await runSteps([${passing}, ${passing}])`)
    expect(last).toBe('6 passed, 0 failed, 2 skipped')
    expect(code).toBe(0)
  })

  it('stops at the first failed step and reports the state of all', async () => {
    const { code, lines, last } = await run(
      `await runSteps([${passing}, ${failing}, { title: 'Late', run: () => { throw new Error('ran') } }])`,
    )
    expect(last).toBe('5 passed, 1 failed, 1 skipped')
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(/FAIL +Bad[^]*Late \(not run\)/)
  })

  it('counts a step without tests, and one that throws, as one failure', async () => {
    const held = await run("await runSteps([{ title: 'Types', run: passesIfSuccessful(async () => ({ code: 0 })) }])")
    expect(held.last).toBe('0 passed, 0 failed')
    expect(held.code).toBe(0)
    const broke = await run("await runSteps([{ title: 'Types', run: passesIfSuccessful(async () => ({ code: 2 })) }])")
    expect(broke.last).toBe('0 passed, 1 failed')
    const threw = await run("await runSteps([{ title: 'Browser', run: async () => { throw new Error('no Chromium') } }])")
    expect(threw.last).toBe('0 passed, 1 failed')
    expect(threw.lines).toContain('no Chromium')
    expect(threw.code).toBe(1)
  })

  it('names tests that passed only on retry', async () => {
    const { code, lines, last } = await run(`await runSteps([
      { title: 'Screens', run: async () => ({ passed: 2, failed: 0, skipped: 0, wavering: ['play.spec.ts:8 plays'] }) }, ${passing}])`)
    expect(lines.join('\n')).toContain('Passed only after a retry (please investigate):\n  play.spec.ts:8 plays')
    expect(last).toBe('5 passed, 0 failed, 1 skipped')
    expect(code).toBe(0)
  })

  it('cleans up after a failure and after a signal', async () => {
    const failed = await run(`await runSteps([${failing}], async () => console.log('cleaned'))`)
    expect(failed.lines).toContain('cleaned')
    const stopped = await run(`
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100)
      await runSteps([{ title: 'Long', run: () => new Promise((resolve) => setTimeout(resolve, 5000)) }], async () => console.log('cleaned'))`)
    expect(stopped.lines).toContain('cleaned')
    expect(stopped.code).toBe(130)
  })
})

describe('browser tests that need a retry', () => {
  const report = (expected: number, unexpected: number, flaky: number) => ({
    stats: { expected, unexpected, flaky, skipped: 4 },
    suites: [
      {
        suites: [
          {
            specs: Array.from({ length: flaky }, (_, line) => ({
              file: 'play.spec.ts',
              line,
              title: 'plays',
              tests: [{ status: 'flaky' }],
            })),
          },
        ],
        specs: [{ file: 'feed.spec.ts', line: 8, title: 'is there', tests: [{ status: 'expected' }] }],
      },
    ],
  })

  it('few browser tests that pass on retry → named and counted as passed', () => {
    expect(browserCounts(report(98, 0, 2))).toEqual({
      passed: 100,
      failed: 0,
      skipped: 4,
      wavering: ['play.spec.ts:0 plays', 'play.spec.ts:1 plays'],
    })
    expect(browserCounts(report(97, 1, 2))).toMatchObject({ passed: 99, failed: 1 })
  })

  it('more than one in fifty browser tests that pass on retry → the run fails', () => {
    expect(browserCounts(report(97, 0, 3))).toMatchObject({ passed: 97, failed: 3 })
  })
})

it('BY29 a journey that passes on retry → named', () => {
  const assertionResults = [{ fullName: 'plays', meta: { retried: true } }, { fullName: 'posts', meta: {} }, { fullName: 'uploads' }]
  expect(
    vitestCounts({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [{ assertionResults }] }),
  ).toEqual({ passed: 3, failed: 0, skipped: 1, wavering: ['plays'] })
})
