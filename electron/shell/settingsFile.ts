import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSettings, type Settings } from '../policy/settings.ts'
import type { Log } from './log.ts'

export interface SettingsFile {
  get(): Settings
  /** Changes settings, and writes the file. If that fails, the change lasts until the application ends. */
  set(change: Partial<Settings>): void
}

export function openSettings(path: string, log: Log): SettingsFile {
  let settings = parseSettings(read(path))
  return {
    get: () => settings,
    set(change) {
      settings = { ...settings, ...change }
      try {
        mkdirSync(dirname(path), { recursive: true })
        // A crash while writing leaves the previous file.
        writeFileSync(`${path}.new`, JSON.stringify(settings, null, 2))
        renameSync(`${path}.new`, path)
      } catch (error) {
        log('warn', 'The settings could not be saved', error)
      }
    },
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
