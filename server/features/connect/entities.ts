import { EntitySchema } from 'typeorm'
import { longText, position, real, text, uid } from '#db/columns.ts'

/** A running process of the server. Its devices and the messages to it end with it. Only on PostgreSQL: see `relay.ts`. */
export interface ConnectProcessRow {
  id: string
  /** When it last reported, by the clock of the database (ms since 1970). */
  seenMs: number
}

export const ConnectProcessEntity = new EntitySchema<ConnectProcessRow>({
  name: 'connect_process',
  columns: { id: text(24, { primary: true }), seenMs: real() },
})

const ofProcess = (name: string) => ({
  name,
  columnNames: ['process'],
  target: 'connect_process',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
})

/** A device, at the process that it is connected to. */
export interface ConnectDeviceRow {
  uid: string
  id: string
  process: string
  /** A `ConnectDevice` as JSON; `lostMs` says whether it is connected. */
  device: string
  /** When it connected first, and last, by the clock of the database (ms since 1970). The later connection wins if two processes have the same device. */
  firstMs: number
  connectedMs: number
  /** When its connection was lost, by the clock of the database; null while it is connected. */
  lostMs: number | null
}

export const ConnectDeviceEntity = new EntitySchema<ConnectDeviceRow>({
  name: 'connect_device',
  columns: {
    uid: uid({ primary: true }),
    id: text(40, { primary: true }),
    process: text(24),
    device: longText(),
    firstMs: real(),
    connectedMs: real(),
    lostMs: real({ nullable: true }),
  },
  indices: [
    { name: 'connect_device_process', columns: ['process'] },
    { name: 'connect_device_lost', columns: ['lostMs'] },
  ],
  foreignKeys: [
    ofProcess('connect_device_of_process'),
    { name: 'connect_device_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})

/** A message to a device of another process, which deletes it when it delivers it. */
export interface ConnectMessageRow {
  /** The process that sent it, and the number of its messages so far, in whose order they are delivered. */
  sender: string
  number: number
  process: string
  /** A `RelayedMessage` as JSON. */
  message: string
}

export const ConnectMessageEntity = new EntitySchema<ConnectMessageRow>({
  name: 'connect_message',
  columns: { sender: text(24, { primary: true }), number: position({ primary: true }), process: text(24), message: longText() },
  indices: [{ name: 'connect_message_process', columns: ['process'] }],
  foreignKeys: [ofProcess('connect_message_of_process')],
})
