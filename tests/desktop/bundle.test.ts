import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runInNewContext } from 'node:vm'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDesktop, findElectron } from '../../build/lib/desktop.mjs'
import { eventNames, requestNames } from '../../electron/bridge.ts'
import { shellOrigin } from '../../electron/policy/origins.ts'
import { root } from '../support/built-server.ts'
import { FakeElectron } from '../support/electron/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'strand-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let metafiles: Awaited<ReturnType<typeof buildDesktop>>
beforeAll(async () => {
  metafiles = await buildDesktop(relative(root, folder))
}, 60_000)

/** Imports that are not bundled. */
const externals = ({ outputs }: (typeof metafiles)[number]) =>
  [...new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path.replace(/^node:/, ''))))].sort()

/** Runs a built file as CommonJS. */
function run(file: string, modules: (name: string) => unknown): void {
  const path = join(folder, file)
  const wrapper = runInNewContext(`(function (require, module, exports, __dirname, __filename) {${readFileSync(path, 'utf8')}\n})`, {
    ...Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, Reflect.get(globalThis, name) as unknown])),
  }) as (...args: unknown[]) => void
  const module = { exports: {} }
  wrapper(modules, module, module.exports, folder, path)
}

describe('the built application', () => {
  it('BY19 three files; the main process needs Node and Electron, the preload script nothing but Electron', () => {
    expect(readdirSync(folder).sort()).toEqual(['icon.png', 'main.cjs', 'preload.cjs'])
    expect(externals(metafiles[0]!)).toEqual(['buffer', 'crypto', 'dgram', 'electron', 'events', 'fs', 'net', 'os', 'path', 'tls'])
    expect(externals(metafiles[1]!)).toEqual(['electron'])
  })

  it('BY19 they are small', () => {
    expect(statSync(join(folder, 'preload.cjs')).size).toBeLessThan(100_000)
    expect(statSync(join(folder, 'main.cjs')).size).toBeLessThan(500_000)
  })

  it('BY19 the main process starts over the fake of Electron and shows the choice of a server', async () => {
    const electron = new FakeElectron({ userData: join(folder, 'user') })
    const nodeRequire = createRequire(import.meta.url)
    run('main.cjs', (name) => (name === 'electron' ? electron.module : nodeRequire(name)))
    await electron.app.start()
    expect(electron.windows[0]!.webContents.getURL()).toBe(`${shellOrigin}/servers`)
    expect(electron.windows[0]!.options.webPreferences?.preload).toBe(join(folder, 'preload.cjs'))
    expect(electron.ipcMain.handlers.size).toBe(requestNames.length)
  })

  it('BY19 the preload script exposes functions only', () => {
    const exposed: Record<string, object> = {}
    run('preload.cjs', (name) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`)
      return {
        contextBridge: { exposeInMainWorld: (key: string, value: object) => (exposed[key] = value) },
        ipcRenderer: { invoke: async () => undefined, on: () => undefined, off: () => undefined },
      }
    })
    expect(Object.keys(exposed)).toEqual(['strand'])
    expect(Object.keys(exposed.strand!).sort()).toEqual(['protocol', ...requestNames, ...eventNames].sort())
  })
})

describe('the program of Electron', () => {
  const installed = join(folder, 'package')

  it('BY19 none is installed → how to get it', () => {
    expect(findElectron({}, installed)).toMatchObject({ path: null, why: expect.stringContaining('npx install-electron') })
    expect(findElectron({ STRAND_ELECTRON_BIN: '/nowhere/electron' }, installed)).toMatchObject({
      path: null,
      why: expect.stringContaining('/nowhere/electron'),
    })
  })

  it('BY19 STRAND_ELECTRON_BIN → that program', () => {
    const program = join(folder, 'program')
    writeFileSync(program, '')
    expect(findElectron({ STRAND_ELECTRON_BIN: program }, installed)).toEqual({ path: program })
    rmSync(program)
  })
})
