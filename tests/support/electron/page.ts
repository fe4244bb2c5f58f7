/** The bridge of the desktop application in a page of Playwright: the built preload script, over a fake of Electron's messages. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { buildDesktop } from '../../../build/lib/desktop.mjs'
import type { Intent } from '../../../electron/policy/deepLink.ts'
import { root } from '../built-server.ts'

let preload = ''

export async function buildPreload(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'strand-preload-'))
  await buildDesktop(relative(root, folder))
  preload = readFileSync(join(folder, 'preload.cjs'), 'utf8')
  rmSync(folder, { recursive: true })
}

export interface Application {
  invoked: [channel: string, argument: unknown][]
  send(channel: string, value: unknown): void
}

/** What the application answers, and what pages send to it. Requests about Cast are answered by the binding `castInvoke`, if there is one. */
export async function installBridge(context: BrowserContext, intents: Intent[] = []): Promise<void> {
  await context.addInitScript(
    ({ script, waiting }) => {
      // Preload scripts run in main frames only.
      if (window !== window.top) return
      const listeners = new Map<string, (event: unknown, value: unknown) => void>()
      const application = {
        invoked: [] as [string, unknown][],
        send: (channel: string, value: unknown) => listeners.get(channel)?.({}, structuredClone(value)),
      }
      const electron = {
        contextBridge: {
          exposeInMainWorld: (name: string, value: object) => Object.defineProperty(window, name, { value, enumerable: true }),
        },
        ipcRenderer: {
          async invoke(channel: string, argument: unknown) {
            application.invoked.push([channel, structuredClone(argument)])
            const { castInvoke } = window as { castInvoke?(channel: string, argument: unknown): Promise<unknown> }
            if (castInvoke && /Cast/.test(channel)) return castInvoke(channel, argument)
            if (/(connect|request|set)Cast/.test(channel)) return { ok: false, code: 'failed', message: 'There is no device.' }
            if (channel === 'strand:takeIntents') return { ok: true, value: waiting.splice(0) }
            if (channel === 'strand:getMiniPlayer') return { ok: true, value: false }
            if (channel === 'strand:setMiniPlayer') application.send('strand:onMiniPlayer', argument)
            return { ok: true, value: channel === 'strand:setMiniPlayer' ? argument : undefined }
          },
          on: (channel: string, listener: (event: unknown, value: unknown) => void) => void listeners.set(channel, listener),
          off: (channel: string) => void listeners.delete(channel),
        },
      }
      const require = (name: string) => {
        if (name === 'electron') return electron
        throw new Error(`module not found: ${name}`)
      }
      Object.assign(window, { application })
      new Function('require', 'module', 'exports', script)(require, { exports: {} }, {})
    },
    { script: preload, waiting: intents },
  )
}
