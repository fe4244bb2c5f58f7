/** The entry of the desktop application. Only this file and the preload script import Electron. */
import * as electron from 'electron'
import { join, resolve } from 'node:path'
import { createCast } from '../cast/index.ts'
import type { System } from '../policy/actions.ts'
import { updateMethod } from '../policy/update.ts'
import { consoleLog } from './log.ts'
import { startShell } from './startShell.ts'
import type { UpdateOptions } from './updates.ts'

// These are literals in the build.
const feed = process.env.STRAND_UPDATE_FEED ?? ''
const publicKey = process.env.STRAND_UPDATE_KEY ?? ''
const homepage = process.env.STRAND_DESKTOP_HOMEPAGE ?? ''

// Without a feed, the build does not contain this file.
const loadUpdateSource = process.env.STRAND_UPDATE_FEED ? () => import('./updateSource.ts') : null

const systems: Partial<Record<NodeJS.Platform, System>> = { darwin: 'darwin', win32: 'win32' }

const system = systems[process.platform] ?? 'linux'

// Started by a path, as in development, and not as an application of its own.
const script = process.defaultApp === true ? process.argv[1] : undefined

// A literal in the build. Windows relates the window and its notifications to the installed application by it.
const applicationId = process.env.STRAND_DESKTOP_ID
if (applicationId !== undefined) electron.app.setAppUserModelId(applicationId)

// That of `npm start`.
const localServer = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

startShell(electron, {
  argv: process.argv,
  system,
  settingsPath: join(electron.app.getPath('userData'), 'settings.json'),
  // Beside this file, in the build.
  preload: join(__dirname, 'preload.cjs'),
  icon: join(__dirname, 'icon.png'),
  cast: createCast({ log: (text) => consoleLog('info', `Cast: ${text}`) }),
  development: script === undefined ? null : { executable: process.execPath, args: [resolve(script)], server: localServer },
  updates: updateOptions(),
  log: consoleLog,
})

function updateOptions(): UpdateOptions | null {
  const method = updateMethod({ system, isPackaged: electron.app.isPackaged, isAppImage: process.env.APPIMAGE !== undefined })
  if (method === null || loadUpdateSource === null) return null
  return {
    method,
    page: homepage || feed,
    load: async (accepted) => (await loadUpdateSource()).createUpdateSource({ feed, publicKey, system, method, accepted, log: consoleLog }),
  }
}
