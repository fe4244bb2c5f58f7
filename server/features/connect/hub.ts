/** Handles the frames of connected devices: who is there, what they play, and which messages go where. Without sockets and database. */
import type { ClientFrame } from '#contract/connect.ts'
import { connectCloseCodes, connectLimits } from '#contract/rules.ts'
import { createGroups, type Entry, type Group, type Peer } from './groups.ts'
import type { Relay, RelayEvents } from './relay.ts'

export type { Peer } from './groups.ts'

type Hello = Extract<ClientFrame, { type: 'hello' }>

export interface Hub {
  /** Returns false, and connects nothing, if the member has too many devices. The same device's older socket is closed. */
  connect(uid: string, hello: Hello, peer: Peer): boolean
  disconnect(uid: string, id: string, peer: Peer): void
  /** Handles a frame of a connected device. */
  receive(uid: string, id: string, frame: ClientFrame): void
  /** Sessions of the connected devices of this process, of one member or of all. */
  sessions(uid?: string): Set<string>
  /** Disconnects the devices of these sessions; they are no longer listed. */
  end(sessions: ReadonlySet<string>): void
  /** Disconnects all devices, which may connect again, for example to a restarted server. */
  stop(): void
}

interface HubOptions {
  lingerMs?: number
  /** Creates the connection to other processes; null if there are none. */
  createRelay: (events: Omit<RelayEvents, 'onSessions' | 'now'>) => Relay | null
  now: () => number
}

export function createHub({ lingerMs = connectLimits.lingerMs, createRelay, now }: HubOptions): Hub {
  const groups = createGroups(createRelay)
  const { byMember, relay } = groups

  /** Sends a message of a device of this process. */
  async function send(uid: string, group: Group, own: Entry, to: string, body: string): Promise<void> {
    const from = own.device.id
    const target = group.entries.get(to)?.peer
    const elsewhere = group.foreign.get(to)
    if (target) return target.send({ type: 'message', from, body })
    const isSent = elsewhere?.device.connected && (await relay?.send(elsewhere.process, { kind: 'message', uid, to, from, body }))
    if (!isSent) own.peer?.send({ type: 'undelivered', to })
  }

  return {
    connect(uid, { id, name, kind, outputs, playing }, peer) {
      const group = groups.of(uid)
      const known = group.entries.get(id)
      const elsewhere = group.foreign.get(id)
      if (!known && !elsewhere && group.entries.size + group.foreign.size >= connectLimits.devices) return false
      clearTimeout(known?.expiry)
      known?.peer?.close(connectCloseCodes.replaced)
      const connectedMs = now()
      const firstMs = (known ?? elsewhere)?.firstMs ?? connectedMs
      group.foreign.delete(id)
      group.entries.set(id, { device: { id, name, kind, outputs, playing }, peer, expiry: undefined, firstMs, connectedMs })
      groups.changed(uid, group, id)
      return true
    },

    disconnect(uid, id, peer) {
      const group = byMember.get(uid)
      const entry = group?.entries.get(id)
      if (!group || entry?.peer !== peer) return
      entry.peer = null
      entry.expiry = setTimeout(() => groups.remove(uid, group, id), lingerMs)
      groups.changed(uid, group, id)
    },

    receive(uid, id, frame) {
      const group = byMember.get(uid)
      const own = group?.entries.get(id)
      if (!group || !own) return
      if (frame.type === 'send') void send(uid, group, own, frame.to, frame.body)
      else if (frame.type === 'playing') {
        own.device = { ...own.device, playing: frame.playing }
        groups.changed(uid, group, id)
      } else if (frame.type === 'rename') {
        const elsewhere = group.foreign.get(frame.id)
        if (elsewhere) void relay?.send(elsewhere.process, { kind: 'rename', uid, to: frame.id, from: id, body: frame.name })
        else groups.rename(uid, group, frame.id, frame.name)
      }
    },

    sessions(uid) {
      const of = uid === undefined ? [...byMember.values()] : [byMember.get(uid)].filter((group) => group !== undefined)
      return new Set(of.flatMap(({ entries }) => [...entries.values()].flatMap(({ peer }) => peer?.session ?? [])))
    },

    end(sessions) {
      for (const [uid, group] of byMember)
        for (const [id, { peer }] of group.entries)
          if (peer && sessions.has(peer.session)) {
            groups.remove(uid, group, id)
            peer.close(connectCloseCodes.ended)
          }
    },

    stop() {
      for (const { entries, announcement } of byMember.values()) {
        clearTimeout(announcement)
        for (const { peer, expiry } of entries.values()) {
          clearTimeout(expiry)
          peer?.close(connectCloseCodes.restart)
        }
      }
      byMember.clear()
    },
  }
}
