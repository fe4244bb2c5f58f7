import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { parseServerAddress } from '../../electron/policy/serverAddress.ts'
import { maxServers } from '../../electron/policy/serverList.ts'
import { defaultSettings, isDamaged, parseSettings } from '../../electron/policy/settings.ts'
import { openSettings } from '../../electron/shell/settingsFile.ts'
import { fuzzRuns } from '../support/fuzz.ts'

it('BY19 a damaged file is set aside and reported; the next change does not overwrite it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strand-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'settings.json')
  const damaged = '{"servers": {"servers": ["https://strand.exa'
  writeFileSync(path, damaged)
  const logged: string[] = []
  const settings = openSettings(path, (_level, message) => logged.push(message))
  expect(logged).toEqual(['The settings are damaged'])
  settings.set({ isClosingToTray: true })
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ isClosingToTray: true })
})

it('BY19 a file that cannot be read → reported, and not overwritten; changes last until the application ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strand-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'settings.json')
  // A link to itself cannot be read by any user, and could be replaced.
  symlinkSync(path, path)
  const logged: string[] = []
  const settings = openSettings(path, (_level, message) => logged.push(message))
  settings.set({ isClosingToTray: true })
  expect(logged).toEqual(['The settings could not be read'])
  expect(settings.get().isClosingToTray).toBe(true)
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
})

it('BY19 no file → the first start, which is no fault', () => {
  const logged: string[] = []
  const settings = openSettings(join(tmpdir(), 'strand-no-settings', 'settings.json'), (_level, message) => logged.push(message))
  expect(settings.get().servers.servers).toEqual([])
  expect(logged).toEqual([])
})

it('BY19 any content of the file → valid settings, which are the same when they are stored and read again', () => {
  const origins = fc.oneof(
    fc.constantFrom('https://strand.example', 'https://strand.example/', 'http://127.0.0.1:3000', 'http://public.example'),
    fc.nat(60).map((n) => `https://s${n}.example`),
    fc.constantFrom(null, 7, {}),
  )
  const numbers = fc.oneof(fc.integer(), fc.integer({ min: -200_000, max: 200_000 }), fc.double(), fc.string())
  const rectangles = fc.record({ x: numbers, y: numbers, width: numbers, height: numbers }, { requiredKeys: [] })
  const files = fc.record(
    {
      servers: fc.oneof(fc.record({ servers: fc.array(origins, { maxLength: 30 }), current: origins }), fc.jsonValue({ maxDepth: 2 })),
      isClosingToTray: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 2 })),
      window: fc.jsonValue({ maxDepth: 2 }),
      mini: fc.oneof(rectangles, fc.jsonValue({ maxDepth: 2 })),
    },
    { requiredKeys: [] },
  )
  const texts = fc.oneof(
    files.map((value) => JSON.stringify(value)),
    fc.json({ maxDepth: 2 }),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const settings = parseSettings(text)
      const { servers, isClosingToTray, mini } = settings
      if (isDamaged(text)) expect(settings).toEqual(defaultSettings)
      expect(new Set(servers.servers).size).toBe(servers.servers.length)
      expect(servers.servers.length).toBeLessThanOrEqual(maxServers)
      for (const origin of servers.servers) expect(parseServerAddress(origin)).toMatchObject({ ok: true, origin })
      if (servers.current !== null) expect(servers.servers).toContain(servers.current)
      expect(typeof isClosingToTray).toBe('boolean')
      if (mini !== null)
        for (const key of ['x', 'y', 'width', 'height'] as const)
          expect(Number.isInteger(mini[key]) && Math.abs(mini[key]) <= 100_000).toBe(true)
      expect(parseSettings(JSON.stringify(settings))).toEqual(settings)
    }),
    { numRuns: fuzzRuns(500) },
  )
})
