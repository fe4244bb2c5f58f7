import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSettings } from '../../electron/shell/settingsFile.ts'

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

it('BY19 no file → the first start, which is no fault', () => {
  const logged: string[] = []
  const settings = openSettings(join(tmpdir(), 'strand-no-settings', 'settings.json'), (_level, message) => logged.push(message))
  expect(settings.get().servers.servers).toEqual([])
  expect(logged).toEqual([])
})
