/** Pages with a sender and a device, in one process: the engine of a page, the sender, and the device model. */
import { expect } from 'vitest'
import { createDevices, emptyPlayer, type CastReceiver, type DeviceEvent, type QueueItem } from '#player/index.ts'
import { startCast } from '#host/cast/connectCast.ts'
import { createGoogleSender } from '#host/cast/googleSender.ts'
import { castNamespace, createMessenger, type CastAnswer, type CastRequest } from '#host/cast/protocol.ts'
import { createDesktopSender } from '#host/desktop/castSender.ts'
import { startEngine, type World } from '../../player/harness.ts'
import { startApplication } from './application.ts'
import { createDeviceModel, type Body, type DeviceModelOptions } from './deviceModel.ts'
import { createSenderSdk } from './senderSdk.ts'

export const strandApp = 'STRAND01'
const defaultReceiver = 'CC1AD845'

/** A device of which Strand's receiver is an engine of its own. Its timers are those of Vitest. */
export function createCastDevice(options: Partial<DeviceModelOptions> = {}, receiverWorld: World = {}) {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const emit = (event: DeviceEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const messenger = createMessenger<CastAnswer, CastRequest>((to, part) => model.sendFromApp(part as Body, to))
  const tokens: string[] = []
  const volumes: number[] = []
  const engine = startEngine({
    ...receiverWorld,
    devices: {
      send: (to, message) => messenger.send(to, { type: 'device', message }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  /** The size of the largest message in bytes. */
  let largest = 0
  /** Whether the page of the receiver has loaded. */
  let isLoaded = true
  const model = createDeviceModel({
    apps: [strandApp, defaultReceiver],
    now: Date.now,
    onStrandMessage(sender, body) {
      if (!isLoaded) return
      largest = Math.max(largest, JSON.stringify(body).length)
      const message = messenger.receive(sender, body)
      if (message?.type === 'hello') messenger.send(sender, { type: 'welcome', isIdle: engine.state.queue.index < 0 })
      if (message?.type === 'token') tokens.push(message.token)
      if (message?.type === 'volume') volumes.push(message.volume)
      if (message?.type === 'device') emit({ type: 'message', from: sender, message: message.message })
    },
    onSender(sender, isConnected) {
      if (!isConnected) emit({ type: 'gone', device: sender })
    },
    ...options,
  })
  return {
    model,
    engine,
    tokens,
    volumes,
    messenger,
    largest: () => largest,
    setLoaded: (next: boolean) => void (isLoaded = next),
  }
}

export type CastDevice = ReturnType<typeof createCastDevice>

/** `google`: the double of Google's sender. `desktop`: the sender of the desktop application. */
export type SenderKind = 'google' | 'desktop'

let kind: SenderKind = 'google'
/** Chooses the sender of all pages. Call it before the tests are defined. */
export const setSender = (next: SenderKind): void => void (kind = next)
export const isGoogle = (): boolean => kind === 'google'

let senders = 0

/** The session that the browser has stored for its pages, and the storage of the tab. */
export const newStorage = () => ({ session: null as string | null, tab: {} as Record<string, unknown> })

/** A page. `stored`: the session that survives a reload. */
export function createPage(device: CastDevice, receiver: CastReceiver, { world = {} as World, stored = newStorage() } = {}) {
  senders += 1
  const sender = `page-${senders}`
  const { model } = device
  const engine = startEngine(world)
  const devices = createDevices()
  devices.driver.subscribe(() => engine.setDriver(devices.driver.current()))
  const log: string[] = []
  const notices: string[] = []
  const state = { chooses: true, tokens: 0, revoked: 0 }
  const tab = {
    read: (key: string) => stored.tab[key],
    write(key: string, value: unknown) {
      stored.tab[key] = value
      return true
    },
    remove: (key: string) => void delete stored.tab[key],
  }
  const application = kind === 'desktop' ? startApplication(model) : null
  const openGoogleSender = () =>
    createGoogleSender(
      createSenderSdk({
        sender,
        send: (message) => model.receive(message),
        // As over a network: not within the call.
        onMessage: (listener) => model.attach(sender, (message) => void setTimeout(listener, 1, structuredClone(message))),
        choose: () => state.chooses,
        storage: { read: () => stored.session, write: (session) => void (stored.session = session) },
        now: Date.now,
      }),
    )
  startCast(application ? createDesktopSender(application.bridge, tab, Date.now) : openGoogleSender(), {
    devices,
    store: engine.store as never,
    engine: { start: () => undefined, reducer: emptyPlayer, middleware: undefined as never },
    clock: engine.clock,
    settings: engine.ports.settings,
    ports: engine.ports,
    appId: receiver === 'files' ? defaultReceiver : strandApp,
    receiver,
    tab,
    tokens: {
      request: async () => `token-${(state.tokens += 1)}`,
      revoke: () => void (state.revoked += 1),
    },
    notify: (text) => void notices.push(text),
    log: (text) => void log.push(text),
  })
  /** The person chooses the device in the dialog of the browser, or in the list of the page. */
  function choose(): void {
    const { castActions } = devices
    const stop = castActions!.search?.((found) => {
      stop!()
      castActions!.choose(found[0])
    })
    if (stop === undefined) castActions!.choose()
  }
  return {
    get sender() {
      return application?.sender() ?? sender
    },
    engine,
    devices,
    log,
    notices,
    state,
    stored,
    choose,
    application,
    /** The page disappears without a word. Returns what the browser stores for the page that follows. */
    close() {
      engine.task.cancel()
      model.detach(sender)
      application?.server.reset()
      return structuredClone(stored)
    },
  }
}

export const idsOf = (items: readonly QueueItem[]): string[] => items.map(({ postId }) => postId)
export const strand = castNamespace
export { expect }
