/** What the specs of the outputs share: a page that holds them, and hands to drive it with. */
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
  /** What was written to the console as an error. */
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
  /** The page loads it by itself, and is only listened to: to Chromium, what a test evaluates is a gesture. */
  async openUntouched(id: OutputId, request: Request, until: Kind = 'autoplayBlocked') {
    const message = this.page.waitForEvent('console', (message) => message.text() === `said ${until}`)
    await this.page.goto(`${this.origin}/#${encodeURIComponent(JSON.stringify({ id, request: { loadId: 1, ...request } }))}`)
    await message
  }
  load(id: OutputId, { loadId = 1, ...request }: Request) {
    return this.page.evaluate(([id, request]) => window.outputsPage.load(id, request), [id, { loadId, ...request }] as const)
  }
  tell(id: OutputId, command: 'play' | 'pause' | 'unload' | 'seek' | 'setVolume' | 'warm' | 'pictureInPicture', ...args: unknown[]) {
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
  /** What a stub in a frame of this address counts, under its name. */
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

/** Where the outputs' page is served. */
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
  // A trace evaluates in the page, which is a gesture to Chromium: no autoplay would be refused.
  trace: ['off', { scope: 'worker' }] as never,
  outputs: async ({ page, origin }, use) => {
    const faults: Error[] = []
    page.on('pageerror', (error) => faults.push(error))
    page.on('console', (message) => /content security policy/i.test(message.text()) && faults.push(new Error(message.text())))
    await stubProviders(page)
    await use(new Outputs(page, origin))
    expect(faults, 'no uncaught error and no promise that nobody heard').toEqual([])
  },
})
