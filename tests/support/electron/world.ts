/** Starts the real shell over the fake of Electron, with its settings in a temporary folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { System } from '../../../electron/policy/actions.ts'
import { shellOrigin } from '../../../electron/policy/origins.ts'
import type { Playback } from '../../../electron/policy/playback.ts'
import { addServer, emptyServerList } from '../../../electron/policy/serverList.ts'
import { createCast, type Cast } from '../../../electron/cast/index.ts'
import { createBridge } from '../../../electron/preload/createBridge.ts'
import { startShell, type ShellOptions } from '../../../electron/shell/startShell.ts'
import type { UpdateOptions } from '../../../electron/shell/updates.ts'
import { FakeElectron, type FakeOptions } from './index.ts'

export const server = 'https://strand.example'

/** What the window loads at a start with this server. */
export const startOf = (origin: string): string[] => [`${shellOrigin}/connecting`, `${origin}/`]

/** What a page reports while it plays. */
export const playing: Playback = {
  status: 'playing',
  title: 'So What',
  creator: 'Miles Davis',
  medium: 'video',
  canPrevious: false,
  canNext: true,
  position: 30,
  duration: 120,
}

export interface WorldOptions extends FakeOptions {
  argv?: string[]
  system?: System
  /** Servers that were chosen before; the last one is the current one. */
  servers?: string[]
  settings?: object
  updates?: UpdateOptions
  development?: ShellOptions['development']
  /** Prepares the network before the start. */
  prepare?: (electron: FakeElectron) => void
  /** Whether the system starts the application at once. */
  isStarted?: boolean
  /** Absent: no device is found. */
  cast?: Cast
}

/** Searches no network. */
const withoutDevices = (): Cast => createCast({ log: () => undefined, discover: () => () => undefined })

export async function startWorld({
  argv = [],
  system = 'linux',
  servers = [],
  settings,
  updates,
  development = null,
  prepare,
  isStarted = true,
  cast = withoutDevices(),
  ...fake
}: WorldOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'strand-desktop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const settingsPath = join(folder, 'data/settings.json')
  const electron = new FakeElectron({ ...fake, userData: folder })
  const initial = { servers: servers.reduce(addServer, emptyServerList), ...settings }
  const path = join(folder, 'initial.json')
  writeFileSync(path, JSON.stringify(initial))
  prepare?.(electron)
  const logged: string[] = []
  const isRunning = startShell(electron.module, {
    argv: ['/opt/strand', ...argv],
    system,
    settingsPath: servers.length > 0 || settings ? path : settingsPath,
    preload: '/app/preload.cjs',
    icon: '/app/icon.png',
    cast,
    development,
    updates: updates ?? null,
    log: (_level, message) => logged.push(message),
  })
  if (isStarted && isRunning) await electron.app.start()
  return {
    electron,
    isRunning,
    logged,
    get window() {
      return electron.windows.at(-1)!
    },
    get page() {
      return electron.windows.at(-1)!.webContents
    },
    /** `window.strand` of the page that is shown. */
    bridge: () => createBridge(electron.windows.at(-1)!.webContents.ipc(), () => true),
    stored: () => JSON.parse(readFileSync(servers.length > 0 || settings ? path : settingsPath, 'utf8')) as Record<string, unknown>,
    settle: () => electron.settle(),
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

type Items = Electron.MenuItemConstructorOptions[]

/** An item of a menu, at any depth. Throws if there is none. */
export function findItem(items: Items, label: string): Electron.MenuItemConstructorOptions {
  const search = (list: Items): Electron.MenuItemConstructorOptions | undefined => {
    for (const item of list) {
      if (item.label === label) return item
      const inner = Array.isArray(item.submenu) ? search(item.submenu) : undefined
      if (inner) return inner
    }
    return undefined
  }
  const found = search(items)
  if (!found) throw new Error(`There is no item “${label}”`)
  return found
}

/** Chooses an item of the menu bar or the tray. */
export function choose(items: Items, label: string): void {
  const { click } = findItem(items, label)
  ;(click as unknown as () => void)()
}
