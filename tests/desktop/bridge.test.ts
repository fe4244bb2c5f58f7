import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import {
  bridgeProtocol,
  channelOf,
  eventNames,
  requestNames,
  type Bridge,
  type EventName,
  type EventValue,
  type RequestArgument,
} from '../../electron/bridge.ts'
import { noPlayback } from '../../electron/policy/playback.ts'
import type { Intent } from '../../electron/policy/deepLink.ts'
import { createBridge } from '../../electron/preload/createBridge.ts'
import { sendEvent, serveBridge, type Handlers } from '../../electron/shell/bridgeServer.ts'
import { platformOf } from '#host/platform.ts'
import { FakeFrame, type FakeContents } from '../support/electron/contents.ts'
import { FakeElectron } from '../support/electron/index.ts'

const server = 'https://strand.example'

async function setUp(change: Partial<Handlers> = {}) {
  const electron = new FakeElectron()
  await electron.app.start()
  const { BrowserWindow, ipcMain } = electron.module
  const window = new BrowserWindow({})
  const contents = electron.windows[0]!.webContents
  await contents.loadURL(`${server}/discover`)
  const calls: [string, unknown][] = []
  const logged: string[] = []
  const handlers: Handlers = {
    takeIntents: () => [{ type: 'open', path: '/p/ada' }],
    reportPlayback: (playback) => void calls.push(['reportPlayback', playback]),
    reportNotices: () => undefined,
    getMiniPlayer: () => false,
    setMiniPlayer: (isMini) => isMini,
    searchCast: () => undefined,
    connectCast: () => ({ error: null }),
    sendToCast: () => undefined,
    requestCastMedia: () => null,
    setCastVolume: () => null,
    leaveCast: () => undefined,
    ...change,
  }
  serveBridge(ipcMain, {
    handlers,
    server: () => server,
    contents: () => window.webContents,
    log: (_level, message) => logged.push(message),
  })
  return { electron, contents, calls, logged, window, bridge: createBridge(contents.ipc(), () => true) }
}

let world: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  world = await setUp()
})

const send = <N extends EventName>(name: N, value: EventValue<N>) => sendEvent(world.window.webContents, server, name, value)

describe('the bridge', () => {
  it('BY19 consists of functions, besides its protocol, and cannot be changed', () => {
    const { protocol, ...members } = world.bridge
    expect(protocol).toBe(bridgeProtocol)
    expect(Object.keys(members).sort()).toEqual([...requestNames, ...eventNames].sort())
    for (const member of Object.values(members)) expect(typeof member).toBe('function')
    expect(Object.isFrozen(world.bridge)).toBe(true)
  })

  it('BY19 the page recognises it', () => expect(platformOf(world.bridge)).toEqual({ name: 'desktop', bridge: world.bridge }))

  it('BY19 each request is handled once; a second registration is an error', () => {
    expect([...world.electron.ipcMain.handlers.keys()].sort()).toEqual(requestNames.map(channelOf).sort())
    expect(() => world.electron.ipcMain.handle(channelOf('getMiniPlayer'), () => undefined)).toThrow('second handler')
  })

  it('BY19 requests → their results', async () => {
    const { bridge, calls } = world
    expect(await bridge.getMiniPlayer()).toEqual({ ok: true, value: false })
    expect(await bridge.takeIntents()).toEqual({ ok: true, value: [{ type: 'open', path: '/p/ada' }] })
    expect(await bridge.setMiniPlayer(true)).toEqual({ ok: true, value: true })
    expect(await bridge.reportPlayback(noPlayback)).toEqual({ ok: true, value: undefined })
    expect(calls).toEqual([['reportPlayback', noPlayback]])
  })

  it('BY19 an invalid argument → rejected in the page, and by the application if it is sent past the bridge', async () => {
    const { bridge, contents, calls } = world
    const tooLong = { ...noPlayback, title: 'x'.repeat(301) }
    expect(await bridge.reportPlayback(tooLong)).toMatchObject({ ok: false, code: 'invalid' })
    for (const argument of [
      tooLong,
      null,
      'x',
      { ...noPlayback, status: 'x' },
      { ...noPlayback, position: -1 },
      { ...noPlayback, position: NaN },
    ])
      expect(await contents.ipc().invoke(channelOf('reportPlayback'), argument)).toMatchObject({ ok: false, code: 'invalid' })
    expect(calls).toEqual([])
  })

  it('BY19 unknown fields of an argument → removed', async () => {
    await world.contents.ipc().invoke(channelOf('reportPlayback'), { ...noPlayback, more: 'x' })
    expect(world.calls).toEqual([['reportPlayback', noPlayback]])
  })

  it('BY19 a handler that fails, or whose result is invalid → `failed`, with the reason in the log only', async () => {
    const fail = (): never => {
      throw new Error('a secret path')
    }
    const { bridge, logged } = await setUp({ getMiniPlayer: fail, setMiniPlayer: async () => JSON.parse('"x"') })
    expect(await bridge.getMiniPlayer()).toEqual({ ok: false, code: 'failed', message: 'getMiniPlayer failed.' })
    expect(await bridge.setMiniPlayer(true)).toEqual({ ok: false, code: 'failed', message: 'setMiniPlayer failed.' })
    expect(logged).toHaveLength(2)
  })

  it('BY19 an application that does not know the request, or answers something else → an error as a value', async () => {
    const { electron, contents, bridge } = world
    electron.ipcMain.handlers.delete(channelOf('getMiniPlayer'))
    expect(await bridge.getMiniPlayer()).toMatchObject({ ok: false, code: 'failed' })
    for (const answer of [undefined, { ok: true, value: { version: 1 } }, { ok: 'yes' }, { ok: false, code: 'other' }]) {
      electron.ipcMain.handlers.set(channelOf('getMiniPlayer'), () => answer)
      expect(await createBridge(contents.ipc(), () => true).getMiniPlayer()).toMatchObject({ ok: false, code: 'invalid' })
    }
  })
})

describe('a request that needs a press of the person', () => {
  const connect = (isActivated: boolean, isJoining: boolean) => {
    const bridge = createBridge(world.contents.ipc(), () => isActivated)
    return bridge.connectCast({ session: 1, device: 'loopback', app: 'CC1AD845', isJoining })
  }
  const connected = { ok: true, value: { error: null } }

  it('BZ3 playback on a device without a press → forbidden, and the application gets no request', async () => {
    const requested: unknown[] = []
    world.electron.ipcMain.handlers.set(channelOf('connectCast'), (_event, argument) => void requested.push(argument))
    expect(await connect(false, false)).toEqual({ ok: false, code: 'forbidden', message: 'connectCast needs a press.' })
    expect(requested).toEqual([])
  })

  it('BZ3 with a press, or to join the device of before a reload → carried out; other requests need none', async () => {
    expect([await connect(true, false), await connect(false, true)]).toEqual([connected, connected])
    expect(await createBridge(world.contents.ipc(), () => false).searchCast(true)).toEqual({ ok: true, value: undefined })
    expect(await createBridge(world.contents.ipc(), () => false).leaveCast(false)).toEqual({ ok: true, value: undefined })
  })
})

describe('the sender of a request', () => {
  const refused = { ok: false, code: 'forbidden' }

  it.each(requestNames)('BY19 %s from a frame in the page, another site, or a frame that is gone → forbidden', async (name) => {
    const { contents, electron } = world
    const channel = channelOf(name)
    expect(await contents.ipc(new FakeFrame(`${server}/frame`, contents.mainFrame)).invoke(channel, undefined)).toMatchObject(refused)
    const old = contents.mainFrame
    await contents.loadURL('https://evil.example/')
    expect(await contents.ipc().invoke(channel, undefined)).toMatchObject(refused)
    expect(await contents.ipc(old).invoke(channel, undefined)).toMatchObject(refused)
    expect(world.calls).toEqual([])
    expect(electron.ipcMain.handlers.size).toBe(requestNames.length)
  })

  it('BY19 another window → forbidden, although it shows the server', async () => {
    const { electron } = world
    new electron.module.BrowserWindow({})
    const other = electron.windows[1]!.webContents
    await other.loadURL(`${server}/`)
    expect(await other.ipc().invoke(channelOf('getMiniPlayer'), undefined)).toMatchObject(refused)
  })
})

describe('events', () => {
  function listen(contents: FakeContents) {
    const received: unknown[] = []
    const stop = createBridge(contents.ipc(), () => true).onIntent((...values) => void received.push(...values))
    return { received, stop }
  }

  it('BY18 an event → only its value, until the page stops listening', () => {
    const { received, stop } = listen(world.contents)
    const intent: Intent = { type: 'play', id: 'b1', startTime: 90 }
    expect(send('onIntent', intent)).toBe(true)
    expect(received).toEqual([intent])
    stop()
    send('onIntent', intent)
    expect(received).toHaveLength(1)
  })

  it('BY18 an event that does not match the contract → not received', () => {
    const { received } = listen(world.contents)
    for (const value of [null, { type: 'eval', code: 'x' }, { type: 'open', path: 7 }]) world.contents.send(channelOf('onIntent'), value)
    expect(received).toEqual([])
  })

  it('BY18 no event to another site, to a destroyed page, or without a window', async () => {
    const { contents, electron } = world
    await contents.loadURL('https://evil.example/')
    const { received } = listen(contents)
    expect(send('onPlayerCommand', 'play')).toBe(false)
    expect(received).toEqual([])
    electron.windows[0]!.destroy()
    expect(send('onResume', undefined)).toBe(false)
    expect(sendEvent(null, server, 'onResume', undefined)).toBe(false)
  })

  it('BY18 the types of the contract are those of the policies', () => {
    expectTypeOf<EventValue<'onIntent'>>().toEqualTypeOf<Intent>()
    expectTypeOf<RequestArgument<'setMiniPlayer'>>().toEqualTypeOf<boolean>()
    expectTypeOf<Bridge['protocol']>().toEqualTypeOf<1>()
  })
})
