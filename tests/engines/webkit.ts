/** Controls WebKit by WebDriver (https://www.w3.org/TR/webdriver2/): WebKitGTK's WebKitWebDriver starts a MiniBrowser per session. */
import { asJson, clickActions, keyActions, type Engine, type Tab } from './driver.ts'
import { freePort } from '../../build/lib/port.mjs'
import { openMachine, startDisplay, startSound, type Machine } from './machine.ts'

/** Time limit for the start of a session (ms). */
const sessionLimit = 15_000
/** Time limit for loading a document, and polling interval (ms). */
const loadLimit = 30_000
const pause = 50
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Call = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

const callerOf =
  (origin: string, limit = 45_000): Call =>
  async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      signal: AbortSignal.timeout(limit),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`)
    return value as never
  }

/** Calls back with the result as JSON in `value`, or with the exception in `error`. */
const script = (expression: string): string => `
  const done = arguments[arguments.length - 1];
  ${asJson(expression)}.then((value) => done({ value }), (error) => done({ error: String(error) }))`

function tabOf(call: Call): Tab {
  const perform = async (actions: object[]) => {
    await call('POST', '/actions', { actions })
  }
  const evaluate = async (expression: string): Promise<unknown> => {
    const { value, error } = await call<{ value?: string; error?: string }>('POST', '/execute/async', {
      script: script(expression),
      args: [],
    })
    if (error !== undefined) throw new Error(error)
    return JSON.parse(value ?? 'null') as unknown
  }
  const inFrame = async <Result>(index: number, act: () => Promise<Result>): Promise<Result> => {
    await call('POST', '/frame', { id: index })
    try {
      return await act()
    } finally {
      await call('POST', '/frame', { id: null })
    }
  }
  // The driver mistakes `replaceState` in the old document for the end of the load, so the old document is marked.
  const load = async (path: '/url' | '/refresh', body?: object): Promise<void> => {
    await evaluate('void Object.assign(document, { isOld: true })')
    await call('POST', path, body)
    for (const deadline = Date.now() + loadLimit; ;) {
      const state = await evaluate("document.isOld ? 'old' : document.readyState").catch(String)
      if (state === 'complete') return
      if (Date.now() > deadline) throw new Error(`WebKit: no document after ${loadLimit / 1000} s: ${String(state)}`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return {
    go: (url) => load('/url', { url }),
    reload: () => load('/refresh'),
    back: async () => {
      await call('POST', '/back')
    },
    evaluate,
    evaluateInFrame: (index, expression) => inFrame(index, () => evaluate(expression)),
    click: (x, y) => perform(clickActions(x, y)),
    // The driver's coordinates are those of the page, also in a frame.
    clickInFrame: async (index, x, y) => {
      const [left, top] = (await evaluate(
        `(({ x, y }) => [x, y])(document.querySelectorAll('iframe')[${index}].getBoundingClientRect())`,
      )) as [number, number]
      await perform(clickActions(left + x, top + y))
    },
    keys: (keys) => perform(keyActions(keys)),
    attach: async (selector, files) => {
      const found = await call<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector })
      await call('POST', `/element/${found[elementKey]}/value`, { text: files.join('\n') })
    },
    screenshot: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
  }
}

interface Session {
  call: Call
  version: string
  end(): Promise<void>
}

/** Starts a separate driver for each visitor: a driver may hang at a session after its first, and sometimes at the first. */
async function begin(machine: Machine, program: string, env: NodeJS.ProcessEnv): Promise<Session> {
  for (let left = 3; ; left -= 1) {
    try {
      return await tryToBegin(machine, program, env)
    } catch (error) {
      if (left === 1) throw error
    }
  }
}

async function tryToBegin(machine: Machine, program: string, env: NodeJS.ProcessEnv): Promise<Session> {
  const port = await freePort()
  const { stop } = await machine.start(
    '/bin/sh',
    ['-c', `echo starting; exec "$0" --host=127.0.0.1 --port=${port}`, program],
    /(starting)/,
    env,
  )
  try {
    const origin = `http://127.0.0.1:${port}`
    const driver = callerOf(origin, sessionLimit)
    await answers(driver)
    const proxy = { proxyType: 'manual', httpProxy: '127.0.0.1:9', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1', 'localhost'] }
    const capabilities = { alwaysMatch: { proxy, timeouts: { script: 10_000, pageLoad: loadLimit } } }
    const session = await driver<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', { capabilities })
    const call = callerOf(`${origin}/session/${session.sessionId}`)
    // The window is larger than the page by its frame and its toolbar.
    const frame = await call<[number, number]>('POST', '/execute/sync', {
      script: 'return [outerWidth - innerWidth, outerHeight - innerHeight]',
      args: [],
    })
    await call('POST', '/window/rect', { width: 1280 + frame[0], height: 800 + frame[1] })
    return { call, version: session.capabilities.browserVersion, end: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function startWebKit(program: string): Promise<Engine> {
  const machine = await openMachine()
  try {
    const env = {
      ...(await startSound(machine)),
      ...(await startDisplay(machine)),
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    }
    let session = await begin(machine, program, env)
    let fresh = true
    return {
      name: `WebKit ${session.version}`,
      // The driver runs no script in a page that going back has restored from another process.
      backFrom: 'same site',
      async open() {
        if (!fresh) {
          await session.end()
          session = await begin(machine, program, env)
        }
        fresh = false
        return tabOf(session.call)
      },
      close: machine.close,
    }
  } catch (error) {
    await machine.close()
    throw error
  }
}

async function answers(driver: Call): Promise<void> {
  for (const deadline = Date.now() + sessionLimit; ;) {
    try {
      await driver('GET', '/status')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
