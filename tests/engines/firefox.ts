/** Controls Firefox by WebDriver BiDi, without a separate driver: https://w3c.github.io/webdriver-bidi/ */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'undici'
import { asJson, clickActions, keyActions, type Engine, type Tab } from './driver.ts'
import { openMachine, startSound } from './machine.ts'

const timeoutMs = 30_000

/** Disables all hosts except loopback, telemetry and updates, and first-run pages. */
const preferences: Record<string, string | number | boolean> = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'en-US',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

interface Connection {
  send<Result>(method: string, params: object): Promise<Result>
  close(): void
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Firefox refused the connection to ${address}`)), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown; error?: string; message?: string }
    const entry = waiting.get(message.id ?? -1)
    if (!entry) return
    waiting.delete(message.id ?? -1)
    if (message.type === 'error') entry.reject(new Error(`${message.error}: ${message.message}`))
    else entry.resolve(message.result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
    waiting.clear()
  })
  let last = 0
  return {
    send<Result>(method: string, params: object) {
      const id = (last += 1)
      return new Promise<Result>((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(id)
          reject(new Error(`Firefox did not answer ${method}`))
        }, timeoutMs)
        const done =
          <Value>(act: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(late)
            act(value)
          }
        waiting.set(id, { resolve: done((value) => resolve(value as Result)), reject: done(reject) })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    close: () => socket.close(),
  }
}

interface RemoteValue {
  type: string
  value?: string
  sharedId?: string
}
type Evaluated = { type: 'success'; result: RemoteValue } | { type: 'exception'; exceptionDetails: { text: string } }

function tabOf({ send }: Connection, context: string): Tab {
  const evaluate = async (expression: string, target = context): Promise<RemoteValue> => {
    const answer = await send<Evaluated>('script.evaluate', {
      expression,
      target: { context: target },
      awaitPromise: true,
      userActivation: false,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  const frameAt = async (index: number): Promise<string> => {
    const { contexts } = await send<{ contexts: { children: { context: string }[] }[] }>('browsingContext.getTree', { root: context })
    const frame = contexts[0]?.children[index]
    if (frame === undefined) throw new Error(`The page has no frame ${index}`)
    return frame.context
  }
  const perform = async (actions: object[], target = context) => {
    await send('input.performActions', { context: target, actions })
  }
  return {
    go: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    reload: async () => {
      await send('browsingContext.reload', { context, wait: 'complete' })
    },
    back: async () => {
      await send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    evaluate: async (expression) => JSON.parse((await evaluate(asJson(expression))).value ?? 'null') as unknown,
    evaluateInFrame: async (index, expression) =>
      JSON.parse((await evaluate(asJson(expression), await frameAt(index))).value ?? 'null') as unknown,
    click: (x, y) => perform(clickActions(x, y)),
    clickInFrame: async (index, x, y) => perform(clickActions(x, y), await frameAt(index)),
    keys: (keys) => perform(keyActions(keys)),
    attach: async (selector, files) => {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    screenshot: async () => Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
  }
}

export async function startFirefox(program: string): Promise<Engine> {
  const machine = await openMachine()
  try {
    const profile = join(machine.folder, 'profile')
    await mkdir(profile)
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const sound = await startSound(machine)
    const { match: address } = await machine.start(
      program,
      [
        '--headless',
        '--no-remote',
        '--new-instance',
        '--profile',
        profile,
        '--remote-debugging-port=0',
        '--window-size=1280,900',
        'about:blank',
      ],
      /WebDriver BiDi listening on (ws:\S+)/,
      { ...sound, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900', MOZ_CRASHREPORTER_DISABLE: '1' },
    )
    const connection = await connect(`${address}/session`)
    const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: { alwaysMatch: { acceptInsecureCerts: false } },
    })
    let person: string | undefined
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      backFrom: 'other site',
      async open() {
        if (person !== undefined) await connection.send('browser.removeUserContext', { userContext: person })
        const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext', {})
        person = userContext
        const { context } = await connection.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
        await connection.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
        return tabOf(connection, context)
      },
      async close() {
        await connection.send('browser.close', {}).catch(() => undefined)
        connection.close()
        await machine.close()
      },
    }
  } catch (error) {
    await machine.close()
    throw error
  }
}
