/**
 * A page that can be in the background. Playwright emulates focus in every page, so that none is ever hidden, and disables the throttling
 * of background tabs. This page is controlled through the Chrome DevTools Protocol without both: behind another tab it is hidden, and its
 * timers are throttled.
 */
import { readFile } from 'node:fs/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../build/lib/chromium.mjs'

const kindness = ['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding']

/** @param throttleAfter seconds in the background after which the timers of a silent page fire once a minute; Chromium's default is 300. */
export function launchBare(throttleAfter?: number): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    ignoreDefaultArgs: kindness,
    args: [
      ...chromiumArguments,
      ...(throttleAfter === undefined ? [] : [`--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/${throttleAfter}`]),
    ],
  })
}

type Fulfilment = { status?: number; contentType?: string; headers?: Record<string, string>; body?: string; path?: string }
type Handler = (route: { request(): { url(): string; method(): string }; fulfill(answer: Fulfilment): Promise<void> }) => unknown

const asPattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split('**')
      .map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*'))
      .join('.*')}$`,
  )

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

export class BarePage {
  readonly #browser: CDPSession
  readonly #target: string
  readonly #context: string
  readonly #session: string
  readonly #answers = new Map<number, (message: Message) => void>()
  readonly #listeners = new Map<string, (params: Record<string, unknown>) => void>()
  readonly #routes: { pattern: RegExp; handler: Handler }[] = []
  #last = 0

  private constructor(browser: CDPSession, context: string, target: string, session: string) {
    this.#browser = browser
    this.#context = context
    this.#target = target
    this.#session = session
    browser.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId !== session) return
      const { id, method, params = {}, ...rest } = JSON.parse(message) as Message
      if (id !== undefined) this.#answers.get(id)?.(rest)
      else this.#listeners.get(method ?? '')?.(params)
    })
  }

  static async open(browser: Browser): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession()
    const { browserContextId } = await session.send('Target.createBrowserContext')
    const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const page = new BarePage(session, browserContextId, targetId, sessionId)
    await page.send('Page.enable')
    await page.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] })
    page.#listeners.set('Fetch.requestPaused', (params) => void page.#answer(params as never))
    return page
  }

  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result = {}, error }) => {
        this.#answers.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
      this.#browser
        .send('Target.sendMessageToTarget', { sessionId: this.#session, message: JSON.stringify({ id, method, params }) })
        .catch(reject)
    })
  }

  /** Like `page.route` of Playwright, with the features that the stubs use. A request without a route gets no response. */
  route = (pattern: string, handler: Handler): Promise<void> => {
    this.#routes.unshift({ pattern: asPattern(pattern), handler })
    return Promise.resolve()
  }
  get routes(): Pick<Page, 'route'> {
    return { route: this.route } as unknown as Pick<Page, 'route'>
  }
  async #answer({ requestId, request }: { requestId: string; request: { url: string; method: string } }): Promise<void> {
    const found = this.#routes.find(({ pattern }) => pattern.test(request.url))
    if (!found) return void (await this.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }))
    await found.handler({
      request: () => ({ url: () => request.url, method: () => request.method }),
      fulfill: async ({ status = 200, contentType, headers = {}, body = '', path }) => {
        const all = { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) }
        await this.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries(all).map(([name, value]) => ({ name, value })),
          body: (path === undefined ? Buffer.from(body) : await readFile(path)).toString('base64'),
        })
      },
    })
  }

  async goto(address: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#listeners.set('Page.loadEventFired', () => resolve()))
    await this.send('Page.navigate', { url: address })
    await loaded
  }
  /** Unlike Playwright's `evaluate`, this is not a user gesture. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return (result as { value: T }).value
  }
  async click(x: number, y: number): Promise<void> {
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }
  /** Brings another tab of the same window to the front. */
  async cover(): Promise<void> {
    const { targetId } = await this.#browser.send('Target.createTarget', { url: 'about:blank', browserContextId: this.#context })
    await this.#browser.send('Target.activateTarget', { targetId })
  }
  uncover = () => this.#browser.send('Target.activateTarget', { targetId: this.#target })
  visibility = () => this.evaluate<DocumentVisibilityState>('document.visibilityState')
}
