/**
 * Fixtures of the tests in the real Electron: the built application, with settings of its own, over the server of the browser tests. A test
 * file skips itself with `missing` where there is no Electron.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { buildDesktop, desktopFolder, findElectron, whyNoElectron } from '../../build/lib/desktop.mjs'
import { expect, test as base } from '../e2e/fixtures.ts'
import { welcomed } from '../e2e/welcomed.ts'
import { openMachine, startDisplay } from '../engines/machine.ts'
import { root, startBuiltServer } from '../support/built-server.ts'

export { expect }
export type { Page }

/** Why the tests cannot run; empty if they can. Where STRAND_REQUIRE_ELECTRON is 1, this file cannot be loaded then, which fails the run. */
export const missing = whyNoElectron() ?? ''

// Once, and not by each worker: Playwright's list does not say why a test is skipped.
if (missing !== '' && process.env.TEST_WORKER_INDEX === undefined)
  console.log(`The tests of the desktop application are skipped. ${missing}`)

export interface LaunchOptions {
  /** Servers that were chosen before; the last one is the current one. */
  servers?: string[]
  /** Further settings of an earlier start. */
  settings?: Record<string, unknown>
  args?: string[]
  /** The folder of an earlier start. */
  userData?: string
}

export interface Desktop {
  app: ElectronApplication
  /** The page in the first window. It is closed when the window is replaced: `pageOf` finds the page of another server. */
  page: Page
  userData: string
  /** Waits for the page of a server. */
  pageOf(origin: string): Promise<Page>
  /** The number of windows: one that has been replaced exists until its successor is shown. */
  countWindows(): Promise<number>
  /** Chooses an entry of the menu bar. */
  choose(label: string): Promise<void>
  /** Whether an entry of the menu bar can be chosen; undefined without such an entry. */
  isEnabled(label: string): Promise<boolean | undefined>
  settings(): Record<string, unknown>
  close(): Promise<void>
}

interface Program {
  path: string
  /** The arguments before all others: the script, unless the program contains the application. */
  args: string[]
  env: Record<string, string>
}

interface WorkerFixtures {
  program: Program
}

/** A server of one test. */
export interface OwnServer {
  origin: string
  stop(): Promise<void>
}

interface TestFixtures {
  /** Starts the application. It is closed after the test. */
  launch(options?: LaunchOptions): Promise<Desktop>
  /** Starts the application a second time, as the system does to open a link. Resolves when that process has ended. */
  launchAgain(desktop: Desktop, link: string): Promise<void>
  /** Starts another server with the demo data, on a port of its own. It is stopped after the test. */
  startServer(): Promise<OwnServer>
}

/** Chromium's sandbox does not start as root. */
const hasSandbox = process.getuid?.() !== 0

const switches = (userData: string): string[] => [`--user-data-dir=${userData}`]

async function start({ path, args, env }: Program, options: LaunchOptions): Promise<Desktop> {
  const { servers = [], settings = {}, args: more = [], userData } = options
  const folder = userData ?? mkdtempSync(join(tmpdir(), 'strand-electron-'))
  const settingsPath = join(folder, 'settings.json')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(settingsPath))
    writeFileSync(settingsPath, JSON.stringify({ ...settings, servers: { servers, current: servers.at(-1) ?? null } }))
  const app = await _electron.launch({
    executablePath: path,
    args: [...args, ...switches(folder), ...more],
    env,
    // Without it, Playwright turns the sandbox off on Linux.
    chromiumSandbox: hasSandbox,
  })
  // From the next load on, which is soon enough: notices that cover the page appear later.
  await app.context().addInitScript(welcomed)
  const find = (origin: string) => app.windows().find((one) => !one.isClosed() && one.url().startsWith(`${origin}/`))
  return {
    app,
    page: await app.firstWindow(),
    userData: folder,
    async pageOf(origin) {
      await expect.poll(() => find(origin) !== undefined, `the window shows ${origin}`).toBe(true)
      return find(origin)!
    },
    countWindows: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
    settings: () => JSON.parse(readFileSync(settingsPath, 'utf8')) as Record<string, unknown>,
    close: () => app.close(),
    choose: (label) =>
      app.evaluate(({ BrowserWindow, Menu }, target) => {
        const search = (items: Electron.MenuItem[]): Electron.MenuItem | undefined => {
          for (const item of items) {
            const found = item.label === target ? item : item.submenu ? search(item.submenu.items) : undefined
            if (found) return found
          }
          return undefined
        }
        const item = search(Menu.getApplicationMenu()?.items ?? [])
        if (!item) throw new Error(`There is no entry “${target}”`)
        const [window] = BrowserWindow.getAllWindows()
        item.click(undefined, window, window?.webContents)
      }, label),
    isEnabled: (label) =>
      app.evaluate(({ Menu }, target) => {
        const all = (items: Electron.MenuItem[]): Electron.MenuItem[] =>
          items.flatMap((item) => [item, ...(item.submenu ? all(item.submenu.items) : [])])
        return all(Menu.getApplicationMenu()?.items ?? []).find((item) => item.label === target)?.enabled
      }, label),
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  program: [
    async ({}, use) => {
      const electron = findElectron()
      if (electron.path === null) throw new Error(electron.why)
      const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
      const isPackaged = existsSync(join(dirname(electron.path), 'resources/app.asar'))
      if (!isPackaged) await buildDesktop()
      const hasDisplay = process.platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY)
      const machine = hasDisplay ? null : await openMachine()
      const display = machine ? await startDisplay(machine) : {}
      await use({
        path: electron.path,
        args: isPackaged ? [] : [join(root, desktopFolder, 'main.cjs')],
        env: { ...env, ...(display as Record<string, string>) },
      })
      await machine?.close()
    },
    { scope: 'worker' },
  ],

  launch: async ({ program, strand }, use) => {
    const started: Desktop[] = []
    await use(async (options = {}) => {
      const desktop = await start(program, { servers: [strand.origin], ...options })
      started.push(desktop)
      return desktop
    })
    for (const desktop of started) await desktop.close().catch(() => undefined)
    for (const { userData } of started) rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  },

  launchAgain: ({ program }, use) =>
    use(async ({ userData }, link) => {
      const sandbox = hasSandbox ? [] : ['--no-sandbox']
      const child = spawn(program.path, [...program.args, ...sandbox, ...switches(userData), link], {
        env: program.env,
        stdio: 'ignore',
      })
      await once(child, 'exit')
    }),

  startServer: async ({}, use) => {
    const started: { folder: string; stop(): Promise<void> }[] = []
    await use(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'strand-electron-server-'))
      await cp(process.env.STRAND_E2E_WORLD!, folder, { recursive: true })
      const server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_RATE_LIMITS: '0', NODE_ENV: 'test' })
      const stop = async () => void (await server.stop())
      started.push({ folder, stop })
      return { origin: server.origin, stop }
    })
    for (const { folder, stop } of started) {
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
