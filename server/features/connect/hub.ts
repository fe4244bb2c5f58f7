/** The connected devices of each member: who is there, what they play, and which messages go where. Without sockets and database. */
import type { ClientFrame, ConnectDevice, ServerFrame } from '#contract/connect.ts'
import { connectCloseCodes, connectLimits } from '#contract/rules.ts'

/** The socket of a device. */
export interface Peer {
  /** Identifies the session or token with which the device is signed in. */
  readonly session: string
  send(frame: ServerFrame): void
  close(code: number): void
}

type Hello = Extract<ClientFrame, { type: 'hello' }>

interface Entry {
  device: Omit<ConnectDevice, 'connected'>
  /** Null while the device is disconnected and may return. */
  peer: Peer | null
  /** Removes it if it does not return. */
  expiry: NodeJS.Timeout | undefined
}

interface Group {
  /** By id, in the order in which they connected. */
  entries: Map<string, Entry>
  announcement: NodeJS.Timeout | undefined
}

/** Changes within this time (ms) are announced together. */
const announceMs = 100

export interface Hub {
  /** Returns false, and connects nothing, if the member has too many devices. The same device's older socket is closed. */
  connect(uid: string, hello: Hello, peer: Peer): boolean
  disconnect(uid: string, id: string, peer: Peer): void
  /** Handles a frame of a connected device. */
  receive(uid: string, id: string, frame: ClientFrame): void
  /** Sessions of the connected devices, of one member or of all. */
  sessions(uid?: string): Set<string>
  /** Disconnects the devices of these sessions; they are no longer listed. */
  end(sessions: ReadonlySet<string>): void
  /** Disconnects all devices, which may connect again, for example to a restarted server. */
  stop(): void
}

export function createHub({ lingerMs = connectLimits.lingerMs }: { lingerMs?: number } = {}): Hub {
  const groups = new Map<string, Group>()

  function announce(uid: string, group: Group): void {
    group.announcement ??= setTimeout(() => {
      group.announcement = undefined
      const devices = named([...group.entries.values()].map(({ device, peer }) => ({ ...device, connected: peer !== null })))
      for (const { peer } of group.entries.values()) peer?.send({ type: 'devices', devices })
      if (group.entries.size === 0) groups.delete(uid)
    }, announceMs)
  }

  function remove(uid: string, group: Group, id: string): void {
    clearTimeout(group.entries.get(id)?.expiry)
    group.entries.delete(id)
    announce(uid, group)
  }

  return {
    connect(uid, { id, name, kind, outputs, playing }, peer) {
      const group: Group = groups.get(uid) ?? { entries: new Map(), announcement: undefined }
      const known = group.entries.get(id)
      if (!known && group.entries.size >= connectLimits.devices) return false
      groups.set(uid, group)
      clearTimeout(known?.expiry)
      known?.peer?.close(connectCloseCodes.replaced)
      group.entries.set(id, { device: { id, name, kind, outputs, playing }, peer, expiry: undefined })
      announce(uid, group)
      return true
    },

    disconnect(uid, id, peer) {
      const group = groups.get(uid)
      const entry = group?.entries.get(id)
      if (!group || entry?.peer !== peer) return
      entry.peer = null
      entry.expiry = setTimeout(() => remove(uid, group, id), lingerMs)
      announce(uid, group)
    },

    receive(uid, id, frame) {
      const group = groups.get(uid)
      const own = group?.entries.get(id)
      if (!group || !own) return
      if (frame.type === 'send') {
        const target = group.entries.get(frame.to)?.peer
        if (target) target.send({ type: 'message', from: id, body: frame.body })
        else own.peer?.send({ type: 'undelivered', to: frame.to })
      } else if (frame.type === 'playing') {
        own.device = { ...own.device, playing: frame.playing }
        announce(uid, group)
      } else if (frame.type === 'rename') {
        const renamed = group.entries.get(frame.id)
        if (!renamed) return
        renamed.device = { ...renamed.device, name: frame.name }
        announce(uid, group)
      }
    },

    sessions(uid) {
      const of = uid === undefined ? [...groups.values()] : [groups.get(uid)].filter((group) => group !== undefined)
      return new Set(of.flatMap(({ entries }) => [...entries.values()].flatMap(({ peer }) => peer?.session ?? [])))
    },

    end(sessions) {
      for (const [uid, group] of groups)
        for (const [id, { peer }] of group.entries)
          if (peer && sessions.has(peer.session)) {
            remove(uid, group, id)
            peer.close(connectCloseCodes.ended)
          }
    },

    stop() {
      for (const { entries, announcement } of groups.values()) {
        clearTimeout(announcement)
        for (const { peer, expiry } of entries.values()) {
          clearTimeout(expiry)
          peer?.close(connectCloseCodes.restart)
        }
      }
      groups.clear()
    },
  }
}

/** Devices of the same name get a number. */
function named(devices: ConnectDevice[]): ConnectDevice[] {
  const counts = new Map<string, number>()
  return devices.map((device) => {
    const count = (counts.get(device.name) ?? 0) + 1
    counts.set(device.name, count)
    return count === 1 ? device : { ...device, name: `${device.name} (${count})` }
  })
}
