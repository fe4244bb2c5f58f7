/** Helpers for the specs of the outputs: a page that contains the outputs, and functions that control it. */
import { expect, test as base, type Page } from '@playwright/test'
import type { OutputId } from '#player/index.ts'
import type { LoadRequest, OutputEvent } from '#player/ports.ts'
import type { Stream } from '#contract/index.ts'
import { serveOutputs } from './outputs-server.ts'
import { stubProviders } from './providers/index.ts'

export { expect }

export type Request = Partial<Omit<LoadRequest, 'stream'>> & { stream: Stream }
export type Kind = OutputEvent['type']
type TimedEvent<K extends Kind> = Extract<OutputEvent, { type: K }> & { at: number }

export class Outputs {
  readonly page: Page
  readonly origin: string
  /** The errors in the console. */
  readonly loud: string[] = []
  constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
    page.on('console', (message) => message.type() === 'error' && this.loud.push(message.text()))
  }
  stream(type: Stream['type'], path: string, format?: string): Stream {
    const uri = path.startsWith('/') ? this.origin + path : path
    return { type, uri, href: uri, ...(format && { format }) }
  }
  /** @param query `?bare` for a page whose operator has no player at Dailymotion. */
  async open(query = '') {
    await this.page.goto(`${this.origin}/${query}`)
    await this.page.waitForFunction(() => 'outputsPage' in window)
  }
  /** Loads the output by a script of the page, and waits for its event: Chromium treats `evaluate` as a user gesture. */
  async openUntouched(id: OutputId, request: Request, until: Kind = 'autoplayBlocked') {
    const message = this.page.waitForEvent('console', (message) => message.text() === `said ${until}`)
    await this.page.goto(`${this.origin}/#${encodeURIComponent(JSON.stringify({ id, request: { loadId: 1, ...request } }))}`)
    await message
  }
  load(id: OutputId, { loadId = 1, ...request }: Request) {
    return this.page.evaluate(([id, request]) => window.outputsPage.load(id, request), [id, { loadId, ...request }] as const)
  }
  tell(
    id: OutputId,
    command: 'play' | 'pause' | 'unload' | 'seek' | 'setVolume' | 'warm' | 'pictureInPicture' | 'promptRemotePlayback',
    ...args: unknown[]
  ) {
    return this.page.evaluate(
      async ([id, command, args]) => {
        const output = await window.outputsPage.output(id)
        ;(output[command] as (...args: unknown[]) => void)(...args)
      },
      [id, command, args] as const,
    )
  }
  events(): Promise<(OutputEvent & { at: number })[]> {
    return this.page.evaluate(() => window.outputsPage.events)
  }
  async eventsOf<K extends Kind>(kind: K, loadId = 1): Promise<TimedEvent<K>[]> {
    return (await this.events()).filter((event): event is TimedEvent<K> => event.type === kind && event.loadId === loadId)
  }
  async waitFor<K extends Kind>(kind: K, loadId = 1, more = 0): Promise<TimedEvent<K>> {
    await expect
      .poll(async () => (await this.eventsOf(kind, loadId)).length, { message: `${kind} of load ${loadId}`, timeout: 12_000 })
      .toBeGreaterThan(more)
    return (await this.eventsOf(kind, loadId)).at(-1)!
  }
  async position(loadId = 1): Promise<number> {
    return (await this.eventsOf('time', loadId)).at(-1)?.position ?? -1
  }
  /** The counters of the stub with this name, in the frame with this address. */
  inFrame<T>(address: RegExp, name: string): Promise<T> {
    return this.page
      .frames()
      .find((frame) => address.test(frame.url()))!
      .evaluate((name) => (globalThis as never)[name] as T, name)
  }
  inPage<T>(name: string): Promise<T> {
    return this.page.evaluate((name) => JSON.parse(JSON.stringify((window as never)[name])) as T, name)
  }
}

/** A test with a server for the page of the outputs. */
export const served = base.extend<object, { origin: string }>({
  origin: [
    async ({}, use) => {
      const server = await serveOutputs()
      await use(server.origin)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

export const test = served.extend<{ outputs: Outputs }>({
  // A trace evaluates in the page, which Chromium treats as a user gesture, so that it would block no autoplay.
  trace: ['off', { scope: 'worker' }] as never,
  outputs: async ({ page, origin }, use) => {
    const faults: Error[] = []
    page.on('pageerror', (error) => faults.push(error))
    page.on('console', (message) => /content security policy/i.test(message.text()) && faults.push(new Error(message.text())))
    await stubProviders(page)
    await use(new Outputs(page, origin))
    expect(faults, 'no uncaught error and no unhandled rejection').toEqual([])
  },
})
