/** The entry of the desktop application. Only this file and the preload script import Electron. */
import * as electron from 'electron'
import { join, resolve } from 'node:path'
import type { System } from '../policy/actions.ts'
import { consoleLog } from './log.ts'
import { startShell } from './startShell.ts'

const systems: Partial<Record<NodeJS.Platform, System>> = { darwin: 'darwin', win32: 'win32' }

// Started by a path, as in development, and not as an application of its own.
const script = process.defaultApp === true ? process.argv[1] : undefined

// A literal in the build. Windows relates the window and its notifications to the installed application by it.
const applicationId = process.env.STRAND_DESKTOP_ID
if (applicationId !== undefined) electron.app.setAppUserModelId(applicationId)

startShell(electron, {
  argv: process.argv,
  system: systems[process.platform] ?? 'linux',
  settingsPath: join(electron.app.getPath('userData'), 'settings.json'),
  // Beside this file, in the build.
  preload: join(__dirname, 'preload.cjs'),
  icon: join(__dirname, 'icon.png'),
  development: script === undefined ? null : { executable: process.execPath, args: [resolve(script)] },
  log: consoleLog,
})
