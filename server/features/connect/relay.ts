/**
 * Connects the hubs of the processes that share a PostgreSQL database (decision 57). Devices and messages to devices of another process
 * are rows; notifications carry only ids. A process that does not report for a while is dead, and its devices are removed.
 */
import { randomBytes } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { listen } from '#db/listen.ts'
import { createTables, type ForeignDevice, type RelayedMessage, type SharedDevice } from './tables.ts'

const channel = 'strand_connect'
/** Interval at which a process reports that it lives (ms). */
const reportMs = 5000
/** Clocks that differ by less (ms) count as equal: the order of devices must not depend on how exactly the difference was measured. */
const clockToleranceMs = 500

/** Between the hub and those of other processes. Nothing throws; without a connection, devices of this process still work. */
export interface Relay {
  /** Shares a device of this process; null: it is gone. */
  publish(uid: string, id: string, shared: SharedDevice | null): void
  /** The member's devices at other processes. */
  read(uid: string): Promise<ForeignDevice[]>
  /** Sends to a device of another process. Resolves to false if that process is gone. */
  send(process: string, message: RelayedMessage): Promise<boolean>
  /** Sessions of the member may have ended; null: of any member. */
  reportSessions(uid: string | null): void
  stop(): Promise<void>
}

/** What the relay needs of this process. */
export interface RelayEvents {
  /** The member's devices at other processes may have changed; null: those of every member. */
  onChange(uid: string | null): void
  onMessage(message: RelayedMessage, sender: string): void
  onSessions(uid: string | null): void
  /** All devices of this process, to publish them again. */
  shared(): Iterable<[uid: string, id: string, shared: SharedDevice]>
  /** The clock of this process. */
  now(): number
}

/** Moves the times of a device to another clock. */
const shifted = <Device extends SharedDevice>(device: Device, ms: number): Device => ({
  ...device,
  firstMs: device.firstMs + ms,
  connectedMs: device.connectedMs + ms,
})

/** Null if this is the only process. */
export function createRelay(db: DataSource, { onChange, onMessage, onSessions, shared, now }: RelayEvents): Relay | null {
  const process = randomBytes(12).toString('hex')
  /** By how much the clock of the database is ahead of this one (ms); null until it is known. */
  let aheadMs: number | null = null
  let isReceiving = false
  let isWaiting = false

  const listener = listen(db, { channel, onNotice, onConnected: () => void report(true) })
  if (listener === null) return null
  const { query } = listener
  const tables = createTables(query, process)

  const notify = (payload: string): Promise<unknown> => query(`SELECT pg_notify('${channel}', $1)`, [payload])

  function onNotice(payload: string): void {
    const [kind, id = ''] = payload.split(' ')
    if (kind === 'device') onChange(id)
    else if (kind === 'session') onSessions(id || null)
    else if (kind === 'message' && id === process) void receive()
  }

  /** Delivers the messages to this process. */
  async function receive(): Promise<void> {
    isWaiting = true
    if (isReceiving) return
    isReceiving = true
    try {
      while (isWaiting) {
        isWaiting = false
        for (const { sender, message } of await tables.takeMessages()) onMessage(message, sender)
      }
    } catch {
      // The connection was lost: they are received once it is open again.
    } finally {
      isReceiving = false
    }
  }

  async function share(uid: string, id: string, device: SharedDevice | null): Promise<void> {
    if (device === null) await tables.deleteDevice(uid, id)
    // Otherwise `report` will share it.
    else if (aheadMs === null) return
    else await tables.writeDevice(uid, id, shifted(device, aheadMs))
    await notify(`device ${uid}`)
  }

  /** @param isReconnected notifications may have been missed, and devices were not shared. */
  async function report(isReconnected: boolean): Promise<void> {
    try {
      const startedMs = now()
      const { isNew, databaseMs } = await tables.report()
      const knownMs = aheadMs ?? 0
      // The difference is between these two.
      const nearestMs = Math.min(Math.max(knownMs, databaseMs - now()), databaseMs - startedMs)
      const isClockOff = Math.abs(nearestMs - knownMs) > clockToleranceMs
      aheadMs = isClockOff ? Math.round(nearestMs) : knownMs
      if (isNew || isReconnected || isClockOff) {
        for (const [uid, id, device] of shared()) await share(uid, id, device)
        onChange(null)
        await receive()
      }
      for (const uid of await tables.removeDead()) {
        onChange(uid)
        await notify(`device ${uid}`)
      }
    } catch {
      // Repeated by the timer, or when the connection is open again.
    }
  }

  const timer = setInterval(() => void report(false), reportMs)
  timer.unref()

  return {
    publish(uid, id, device) {
      // Without a connection: everything is shared when it is open again.
      share(uid, id, device).catch(() => undefined)
    },
    read: async (uid) => (await tables.foreignDevices(uid)).map((device) => shifted(device, -(aheadMs ?? 0))),
    send: (to, message) =>
      tables.writeMessage(to, message, [channel, `message ${to}`]).then(
        () => true,
        () => false,
      ),
    reportSessions(uid) {
      notify(`session ${uid ?? ''}`).catch(() => undefined)
    },
    async stop() {
      clearInterval(timer)
      // Its devices connect to another process, or are removed after the linger time.
      await tables.markDevicesLost().catch(() => undefined)
      await listener.close()
    },
  }
}
