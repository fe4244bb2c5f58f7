/** The tables of the relay, on PostgreSQL. Times are those of the database's clock. */
import type { ConnectDevice } from '#contract/connect.ts'
import { connectLimits } from '#contract/rules.ts'
import type { Listener } from '#db/listen.ts'
import type { ConnectDeviceRow } from './entities.ts'

/** A device as the processes share it. */
export interface SharedDevice {
  device: ConnectDevice
  /**
   * When it connected first, and last (ms since 1970), in the tables by the clock of the database, elsewhere by that of the process. The
   * later connection wins if two processes have the same device.
   */
  firstMs: number
  connectedMs: number
}
export type ForeignDevice = SharedDevice & { process: string }

/** `body`: of a message, or a new name; absent if a message of `to` could not be delivered to `from`. */
export interface RelayedMessage {
  kind: 'message' | 'undelivered' | 'rename'
  uid: string
  to: string
  from: string
  body?: string
}

/** A process that has not reported for this time (ms) counts as dead. */
const deadMs = 15_000
const now = `extract(epoch FROM clock_timestamp()) * 1000`

/** @param process the id of this process. */
export function createTables(query: Listener['query'], process: string) {
  let sent = 0
  return {
    /** Shares a device, unless it has connected to another process since. */
    async writeDevice(uid: string, id: string, { device, firstMs, connectedMs }: SharedDevice): Promise<void> {
      await query(
        `INSERT INTO "connect_device" ("uid", "id", "process", "device", "firstMs", "connectedMs", "lostMs")
         VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7::boolean THEN NULL ELSE ${now} END)
         ON CONFLICT ("uid", "id") DO UPDATE SET "process" = excluded."process", "device" = excluded."device",
           "connectedMs" = excluded."connectedMs", "lostMs" = excluded."lostMs"
         WHERE "connect_device"."process" = excluded."process" OR "connect_device"."connectedMs" <= excluded."connectedMs"`,
        [uid, id, process, JSON.stringify(device), firstMs, connectedMs, device.connected],
      )
    },

    async deleteDevice(uid: string, id: string): Promise<void> {
      await query(`DELETE FROM "connect_device" WHERE "uid" = $1 AND "id" = $2 AND "process" = $3`, [uid, id, process])
    },

    /** The member's devices at other processes. */
    async foreignDevices(uid: string): Promise<ForeignDevice[]> {
      const rows = await query<ConnectDeviceRow>(`SELECT * FROM "connect_device" WHERE "uid" = $1 AND "process" <> $2`, [uid, process])
      return rows.map(({ device, lostMs, process: foreign, firstMs, connectedMs }) => ({
        device: { ...(JSON.parse(device) as ConnectDevice), connected: lostMs === null },
        process: foreign,
        firstMs,
        connectedMs,
      }))
    },

    async markDevicesLost(): Promise<void> {
      await query(`UPDATE "connect_device" SET "lostMs" = ${now} WHERE "process" = $1 AND "lostMs" IS NULL`, [process])
    },

    /** Writes a message and notifies its receiver, both or neither. Rejects if the other process is gone. */
    async writeMessage(
      to: string,
      message: RelayedMessage,
      [channel, payload]: readonly [channel: string, payload: string],
    ): Promise<void> {
      sent += 1
      await query(
        `WITH "written" AS (INSERT INTO "connect_message" ("sender", "number", "process", "message") VALUES ($1, $2, $3, $4))
         SELECT pg_notify($5, $6)`,
        [process, sent, to, JSON.stringify(message), channel, payload],
      )
    },

    /** Removes the messages to this process. In the order of each sender. */
    async takeMessages(): Promise<{ sender: string; message: RelayedMessage }[]> {
      const rows = await query<{ sender: string; number: string; message: string }>(
        `DELETE FROM "connect_message" WHERE "process" = $1 RETURNING "sender", "number", "message"`,
        [process],
      )
      return rows
        .sort((a, b) => Number(a.number) - Number(b.number))
        .map(({ sender, message }) => ({ sender, message: JSON.parse(message) as RelayedMessage }))
    },

    /**
     * Reports that this process lives. `isNew`: for the first time, or after other processes have taken it for dead. `databaseMs`: the
     * time of the database.
     */
    async report(): Promise<{ isNew: boolean; databaseMs: number }> {
      const [row] = await query<{ isNew: boolean; seenMs: number }>(
        `INSERT INTO "connect_process" ("id", "seenMs") VALUES ($1, ${now})
         ON CONFLICT ("id") DO UPDATE SET "seenMs" = excluded."seenMs" RETURNING (xmax = 0) AS "isNew", "seenMs"`,
        [process],
      )
      return { isNew: row!.isNew, databaseMs: row!.seenMs }
    },

    /** Removes dead processes and the devices that did not return. Resolves to the members who lost devices. */
    async removeDead(): Promise<Set<string>> {
      const rows = await query<{ uid: string }>(
        `DELETE FROM "connect_device" WHERE "lostMs" < ${now} - ${connectLimits.lingerMs + 1000} OR "process" IN
           (SELECT "id" FROM "connect_process" WHERE "seenMs" < ${now} - ${deadMs}) RETURNING "uid"`,
      )
      await query(`DELETE FROM "connect_process" WHERE "seenMs" < ${now} - ${deadMs}`)
      return new Set(rows.map(({ uid }) => uid))
    },
  }
}
