/** Connects this device with the member's others (BZ10), and moves playback between them (BZ4). */
import type { ConnectDevice, ServerFrame } from '#contract/connect.ts'
import { connectVersion } from '#contract/rules.ts'
import { castDeviceId, outputs, selectCurrentItem, selectIsPlaying, type DeviceList, type WithPlayer } from '#player/index.ts'
import { createControl, readTarget, type ControlContext } from './controlDevice.ts'
import { createGoneDevices } from './goneDevices.ts'
import { newDeviceId, readDeviceId, type Identity } from './identity.ts'
import { openSocket, type ConnectSocket } from './socket.ts'

/** After a reload, the device is awaited for this time (ms). */
const rejoinMs = 10_000

export interface DeviceContext extends ControlContext {
  store: { getState(): WithPlayer; subscribe(listener: () => void): () => void }
}

interface DeviceOptions extends DeviceContext {
  identity: Identity
  /** Tells the person what went wrong. */
  notify(text: string): void
  /** The token of a device without a session cookie. */
  token?: string
  /** The session has ended. */
  onEnded?(): void
  /** A connection was not opened. */
  onRefused?(): void
}

type NowPlaying = ConnectDevice['playing']

/** What this device plays; nothing while it controls another one. */
function nowPlaying(state: WithPlayer): NowPlaying {
  const item = selectCurrentItem(state)
  if (item === null || state.player.remote !== null) return null
  const { title, creator, bead, image } = item
  return {
    title: title.slice(0, 500),
    creator: creator.slice(0, 200),
    bead: bead.title.slice(0, 200),
    ...(image !== undefined && image.length <= 2048 && { image }),
    isPlaying: selectIsPlaying(state),
  }
}

/** Connects until the returned function is called. */
export function connectDevice({
  devices,
  store,
  engine,
  clock,
  settings,
  identity,
  notify,
  token,
  onEnded,
  onRefused,
}: DeviceOptions): () => void {
  let id = readDeviceId()
  let sent: NowPlaying = nowPlaying(store.getState())
  const target = readTarget()
  const startedAt = Date.now()
  const gone = createGoneDevices((device) => devices.emit({ type: 'gone', device }))

  const socket: ConnectSocket = openSocket({
    hello: () => ({
      type: 'hello',
      version: connectVersion,
      id,
      kind: identity.kind,
      name: identity.readName(),
      outputs: outputs.map((output) => output.id),
      playing: (sent = nowPlaying(store.getState())),
    }),
    onFrame,
    onConnection(isConnected) {
      gone.setConnected(isConnected)
      devices.list.set({ ...devices.list.read(), own: isConnected ? id : null })
      devices.emit({ type: 'connection', connected: isConnected })
    },
    onReplaced() {
      id = newDeviceId()
    },
    ...(token !== undefined && { token }),
    ...(onEnded && { onEnded }),
    ...(onRefused && { onRefused }),
  })

  function onFrame(frame: ServerFrame): void {
    if (frame.type === 'devices') setList({ own: id, devices: frame.devices })
    if (frame.type !== 'message') return
    const message = parse(frame.body)
    const current = devices.driver.current()
    if ((message as { type?: unknown } | null)?.type === 'sync') {
      // What this page casts plays on: it is not reachable through this page.
      if (current?.device.id === castDeviceId) return
      // Another device wants to control this one, which therefore does not control a third.
      target.forget()
      if (current) leave()
    }
    devices.emit({ type: 'message', from: frame.from, message })
  }

  function setList(list: DeviceList): void {
    const listed = new Set(list.devices.map((device) => device.id))
    const previous = devices.list.read().devices.map((device) => device.id)
    devices.list.set(list)
    const own = list.devices.find((device) => device.id === id)
    // Another page may have renamed this device. The number of an equal name is the server's.
    if (own && own.name.replace(/ \(\d+\)$/, '') !== identity.readName()) identity.writeName(own.name)
    gone.setListed(previous, listed)
    rejoin(listed)
  }

  /** Controls the device that this page controlled before it was reloaded, unless the person has started to play here. */
  function rejoin(listed: ReadonlySet<string>): void {
    const { device, join } = target
    const isOver = Date.now() - startedAt >= rejoinMs || devices.driver.current() !== null || selectIsPlaying(store.getState())
    if (device === null || (!isOver && !listed.has(device))) return
    if (isOver) return target.forget()
    target.device = null
    void control(device, join)
  }

  const { control, release, leave } = createControl({ devices, engine, clock, settings, notify })

  devices.actions = {
    send: (to, message) => socket.send({ type: 'send', to, body: JSON.stringify(message) }),
    async choose(device) {
      const current = devices.driver.current()
      if (device === id) return devices.actions?.bringHere()
      if (current?.device.id === device) return
      target.forget()
      await release()
      const isBusy = devices.list.read().devices.find((one) => one.id === device)?.playing != null
      const isMoving = current !== null || selectIsPlaying(store.getState()) || !isBusy
      await control(device, isMoving ? 'move' : 'control')
    },
    async bringHere() {
      target.forget()
      if (!devices.driver.current()) return
      await release()
      leave()
    },
    leave,
    rename: (device, name) => socket.send({ type: 'rename', id: device, name }),
  }

  const unsubscribe = store.subscribe(() => {
    const playing = nowPlaying(store.getState())
    if (target.device !== null && playing?.isPlaying) target.forget()
    if (JSON.stringify(playing) === JSON.stringify(sent)) return
    sent = playing
    socket.send({ type: 'playing', playing })
  })

  return () => {
    unsubscribe()
    gone.close()
    if (devices.driver.current()) leave()
    devices.actions = null
    devices.list.set({ own: null, devices: [] })
    socket.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
