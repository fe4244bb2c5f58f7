/** The desktop application without Electron and TLS: a page's bridge, the shell's Cast server, and a sender over the device model. */
import { channelOf, requestNames, type Bridge, type RequestName } from '../../../electron/bridge.ts'
import { namespaces, platformReceiver, type Body, type Channel, type ReceivedMessage } from '../../../electron/cast/channel.ts'
import { CastError, type CastErrorCode } from '../../../electron/cast/errors.ts'
import { createCast } from '../../../electron/cast/index.ts'
import { createListeners } from '../../../electron/cast/listeners.ts'
import { createBridge, type Ipc } from '../../../electron/preload/createBridge.ts'
import { createCastServer, type CastServer } from '../../../electron/shell/castServer.ts'
import type { DeviceModel } from './deviceModel.ts'

const requestMs = 10_000
const heartbeatMs = 5000
const maxMissed = 3

/** A connection to the model, with the delays and time limits of a real one. Its timers are those of Vitest. */
function openModelChannel(model: DeviceModel, sender: string): Channel {
  const listeners = createListeners<ReceivedMessage>(() => undefined)
  const pending = new Map<number, { resolve(body: Body): void; reject(error: CastError): void }>()
  let issued = 0
  let missed = 0
  let isOpen = true
  let settle: (error: CastError) => void
  const closed = new Promise<CastError>((resolve) => (settle = resolve))
  const send = (destination: string, namespace: string, body: Body): void => {
    if (isOpen && !model.receive({ source: sender, destination, namespace, body })) finish('malformed')
  }
  function finish(code: CastErrorCode): void {
    if (!isOpen) return
    isOpen = false
    clearInterval(heartbeat)
    model.detach(sender)
    const error = new CastError(code, 'The connection has ended')
    for (const { reject } of pending.values()) reject(error)
    settle(error)
  }
  model.attach(sender, (message) => {
    const { source, namespace, body } = structuredClone(message)
    setTimeout(() => {
      if (!isOpen) return
      missed = 0
      pending.get(Number(body['requestId']))?.resolve(body)
      listeners.emit({ source, namespace, body })
    }, 1)
  })
  const heartbeat = setInterval(() => {
    missed += 1
    if (missed > maxMissed) finish('silent')
    else send(platformReceiver, namespaces.heartbeat, { type: 'PING' })
  }, heartbeatMs)
  const join = (destination: string): void => send(destination, namespaces.connection, { type: 'CONNECT' })
  join(platformReceiver)
  return {
    join,
    send,
    request(destination, namespace, body) {
      issued += 1
      const requestId = issued
      const answer = new Promise<Body>((resolve, reject) => {
        pending.set(requestId, { resolve, reject })
        setTimeout(() => reject(new CastError('silent', 'No answer')), requestMs)
      }).finally(() => pending.delete(requestId))
      send(destination, namespace, { ...body, requestId })
      return answer
    },
    subscribe: listeners.subscribe,
    closed,
    close: () => finish('ended'),
  }
}

export interface Application {
  bridge: Bridge
  server: CastServer
  /** The id of the sender of the last connection. */
  sender(): string
}

/** The application, which has found the device before. */
export function startApplication(model: DeviceModel): Application {
  let sender = ''
  const cast = createCast({
    log: () => undefined,
    discover(onDevices) {
      onDevices([{ id: 'tv', name: 'Living room TV', model: 'Test', hasScreen: true, host: '', port: 0 }])
      return () => undefined
    },
    async open(options) {
      sender = options.sender
      return openModelChannel(model, sender)
    },
  })
  cast.watch(() => undefined)()
  const listeners = new Map<string, Set<(event: unknown, value: unknown) => void>>()
  const server = createCastServer({
    cast,
    log: () => undefined,
    send(name, value) {
      for (const listener of listeners.get(channelOf(name)) ?? []) listener({}, structuredClone(value))
      return true
    },
  })
  const handlers = server.handlers as Partial<Record<RequestName, (argument: unknown) => unknown>>
  const ipc: Ipc = {
    async invoke(channel, argument) {
      // Not within the call, as between processes.
      await Promise.resolve()
      const name = requestNames.find((one) => channelOf(one) === channel)!
      return { ok: true, value: await handlers[name]!(structuredClone(argument)) }
    },
    on: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener)),
    off: (channel, listener) => void listeners.get(channel)?.delete(listener),
  }
  const bridge = createBridge(ipc, () => true)
  return { bridge, server, sender: () => sender }
}
