/** The devices of each member: those of this process, and by the relay those of the others. */
import type { ConnectDevice, ServerFrame } from '#contract/connect.ts'
import { connectCloseCodes, connectLimits } from '#contract/rules.ts'
import type { Relay, RelayEvents } from './relay.ts'
import type { ForeignDevice, RelayedMessage, SharedDevice } from './tables.ts'

/** The socket of a device. */
export interface Peer {
  /** Identifies the session or token with which the device is signed in. */
  readonly session: string
  send(frame: ServerFrame): void
  close(code: number): void
}

/** A device of this process. */
export interface Entry {
  device: Omit<ConnectDevice, 'connected'>
  /** Null while the device is disconnected and may return. */
  peer: Peer | null
  /** Removes it if it does not return. */
  expiry: NodeJS.Timeout | undefined
  /** When it connected first, and last (ms since 1970). */
  firstMs: number
  connectedMs: number
}

/** The devices of a member. */
export interface Group {
  /** Those of this process, by id. */
  entries: Map<string, Entry>
  /** Those of other processes, by id. */
  foreign: Map<string, ForeignDevice>
  announcement: NodeJS.Timeout | undefined
  /** The number of the last request for the devices of other processes; an earlier answer is outdated. */
  reading: number
}

/** Changes within this time (ms) are announced together. */
const announceMs = 100

export interface Groups {
  readonly byMember: Map<string, Group>
  readonly relay: Relay | null
  /** The group of a member, which is created if there is none. */
  of(uid: string): Group
  /** Announces a change of a device of this process, to all devices of the member. */
  changed(uid: string, group: Group, id: string): void
  remove(uid: string, group: Group, id: string): void
  rename(uid: string, group: Group, id: string, name: string): void
}

export function createGroups(createRelay: (events: Omit<RelayEvents, 'onSessions' | 'now'>) => Relay | null): Groups {
  const byMember = new Map<string, Group>()
  const relay = createRelay({ onChange, onMessage, shared })

  function announce(uid: string, group: Group): void {
    group.announcement ??= setTimeout(() => {
      group.announcement = undefined
      const devices = listOf(group)
      for (const { peer } of group.entries.values()) peer?.send({ type: 'devices', devices })
      if (group.entries.size === 0) byMember.delete(uid)
    }, announceMs)
  }

  function changed(uid: string, group: Group, id: string): void {
    const entry = group.entries.get(id)
    relay?.publish(uid, id, entry ? sharedOf(entry) : null)
    announce(uid, group)
  }

  function remove(uid: string, group: Group, id: string): void {
    clearTimeout(group.entries.get(id)?.expiry)
    group.entries.delete(id)
    changed(uid, group, id)
  }

  /** Reads the devices of other processes. */
  async function refresh(uid: string, group: Group): Promise<void> {
    const reading = (group.reading += 1)
    const rows = (await relay?.read(uid).catch(() => null)) ?? null
    if (rows === null || group.reading !== reading) return
    group.foreign.clear()
    for (const row of rows) {
      const own = group.entries.get(row.device.id)
      if (own && own.connectedMs > row.connectedMs) continue
      // The device has connected to another process.
      if (own) {
        clearTimeout(own.expiry)
        own.peer?.close(connectCloseCodes.replaced)
        group.entries.delete(row.device.id)
      }
      group.foreign.set(row.device.id, row)
    }
    const [newest] = [...group.entries].sort(([, a], [, b]) => b.connectedMs - a.connectedMs)
    if (newest && group.entries.size + group.foreign.size > connectLimits.devices) {
      newest[1].peer?.close(connectCloseCodes.limit)
      remove(uid, group, newest[0])
    }
    announce(uid, group)
  }

  function onChange(uid: string | null): void {
    for (const [member, group] of byMember) if (uid === null || member === uid) void refresh(member, group)
  }

  /** A message of a device of another process. */
  function onMessage({ kind, uid, to, from, body = '' }: RelayedMessage, sender: string): void {
    const group = byMember.get(uid)
    const entry = group?.entries.get(to)
    if (kind === 'rename') {
      if (group) rename(uid, group, to, body)
    } else if (kind === 'undelivered') entry?.peer?.send({ type: 'undelivered', to: from })
    else if (entry?.peer) entry.peer.send({ type: 'message', from, body })
    else void relay?.send(sender, { kind: 'undelivered', uid, to: from, from: to })
  }

  function* shared(): Generator<[string, string, SharedDevice]> {
    for (const [uid, { entries }] of byMember) for (const [id, entry] of entries) yield [uid, id, sharedOf(entry)]
  }

  function rename(uid: string, group: Group, id: string, name: string): void {
    const entry = group.entries.get(id)
    if (!entry) return
    entry.device = { ...entry.device, name }
    changed(uid, group, id)
  }

  return {
    byMember,
    relay,
    of(uid) {
      const known = byMember.get(uid)
      if (known) return known
      const group: Group = { entries: new Map(), foreign: new Map(), announcement: undefined, reading: 0 }
      byMember.set(uid, group)
      if (relay) void refresh(uid, group)
      return group
    },
    changed,
    remove,
    rename,
  }
}

/** In the order in which they connected. */
function listOf({ entries, foreign }: Group): ConnectDevice[] {
  const all: SharedDevice[] = [...[...entries.values()].map(sharedOf), ...foreign.values()]
  return named(all.sort((a, b) => a.firstMs - b.firstMs).map(({ device }) => device))
}

const sharedOf = ({ device, peer, firstMs, connectedMs }: Entry): SharedDevice => ({
  device: { ...device, connected: peer !== null },
  firstMs,
  connectedMs,
})

/** Devices of the same name get a number. */
function named(devices: ConnectDevice[]): ConnectDevice[] {
  const counts = new Map<string, number>()
  return devices.map((device) => {
    const count = (counts.get(device.name) ?? 0) + 1
    counts.set(device.name, count)
    return count === 1 ? device : { ...device, name: `${device.name} (${count})` }
  })
}
