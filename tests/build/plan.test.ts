import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { electron } from '../../build/lib/suites.mjs'
import { createPlan, partNames, projectsByPart, selectParts } from '../../build/lib/plan.mjs'
import playwright from '../../build/playwright.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const titles = (parts: Parameters<typeof createPlan>[0]) =>
  createPlan(parts).steps.flatMap((step) => [step].flat().map(({ title }) => title))

describe('BY24 parts of the test run', () => {
  it('BY24 no argument → all parts', () => {
    expect([...selectParts([])]).toEqual([...partNames])
  })

  it('BY24 one part runs only its steps', () => {
    expect(titles(selectParts(['--part', 'api']))).toEqual(['API on SQLite', 'API on PostgreSQL'])
    expect(titles(selectParts(['--part=media']))).toEqual(['Browser tests in Chromium'])
    expect(titles(selectParts(['--part', 'browser']))).toEqual([
      'Component tests in Chromium',
      'Build and start',
      'Browser tests in Chromium',
      'Desktop application in Electron',
      'Journeys in Chromium with the desktop bridge',
      'Journeys in Firefox',
      'Journeys in WebKit',
    ])
  })

  it('BY24 the parts together run each step of the whole run', () => {
    const whole = titles(selectParts([]))
    expect(new Set(partNames.flatMap((part) => titles(selectParts(['--part', part]))))).toEqual(new Set(whole))
    expect(whole.length).toBeGreaterThan(8)
  })

  it('BY24 each project of browser tests belongs to a part', () => {
    // The project `electron` is a step of its own.
    expect([...Object.values(projectsByPart).flat(), 'electron'].toSorted()).toEqual(
      playwright.projects?.map(({ name }) => name).toSorted(),
    )
  })

  it('BY24 no Electron → its step is skipped with the reason, or fails where it is required', async () => {
    const none = { STRAND_ELECTRON_BIN: '/nowhere/electron' }
    expect(await electron(none).run()).toEqual({ passed: 0, failed: 0, skipped: 1, why: expect.stringContaining('/nowhere/electron') })
    expect(await electron({}, '/nowhere').run()).toMatchObject({ skipped: 1, why: expect.stringContaining('npx install-electron') })
    await expect(electron({ ...none, STRAND_REQUIRE_ELECTRON: '1' }).run()).rejects.toThrow('/nowhere/electron')
  })

  it('BY24 an unknown part → exit 1, with the names of all parts', () => {
    const { status, stderr } = spawnSync(process.execPath, ['build/test.mjs', '--part', 'everything'], { cwd: root, encoding: 'utf8' })
    expect([status, stderr.trim()]).toEqual([1, 'Unknown part: everything. The parts are quick, api, browser, media.'])
  })
})
