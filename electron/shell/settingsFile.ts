import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamaged, parseSettings, type Settings } from '../policy/settings.ts'
import type { Log } from './log.ts'

export interface SettingsFile {
  get(): Settings
  /**
   * Changes settings, and writes the file. If that fails, or the file could not be read, the change lasts until the application ends.
   */
  set(change: Partial<Settings>): void
}

export function openSettings(path: string, log: Log): SettingsFile {
  const { text, isReadable } = read(path, log)
  if (isDamaged(text)) setAside(path, log)
  let settings = parseSettings(text)
  return {
    get: () => settings,
    set(change) {
      settings = { ...settings, ...change }
      // A file that another program locks has settings that this one does not know.
      if (!isReadable) return
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

/** Without a file, there is no text. */
function read(path: string, log: Log): { text: string | undefined; isReadable: boolean } {
  try {
    return { text: readFileSync(path, 'utf8'), isReadable: true }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) log('warn', 'The settings could not be read', error)
    return { text: undefined, isReadable: isMissing }
  }
}

/** A damaged file is set aside, because the next change would overwrite it. */
function setAside(path: string, log: Log): void {
  log('warn', 'The settings are damaged')
  try {
    renameSync(path, `${path}.damaged`)
  } catch (error) {
    log('warn', 'The damaged settings could not be set aside', error)
  }
}
