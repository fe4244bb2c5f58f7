import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const time = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'double precision', ...more })
const primary = { isPrimary: true }
const ofProcess = (name: string) => ({
  name,
  columnNames: ['process'],
  referencedTableName: 'connect_process',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
})

const tables = (): Table[] => [
  new Table({ name: 'connect_process', columns: [varchar('id', 24, primary), time('seenMs')] }),
  new Table({
    name: 'connect_device',
    columns: [
      varchar('uid', 50, primary),
      varchar('id', 40, primary),
      varchar('process', 24),
      { name: 'device', type: 'text' },
      time('firstMs'),
      time('connectedMs'),
      time('lostMs', { isNullable: true }),
    ],
    indices: [
      { name: 'connect_device_process', columnNames: ['process'] },
      { name: 'connect_device_lost', columnNames: ['lostMs'] },
    ],
    foreignKeys: [
      ofProcess('connect_device_of_process'),
      {
        name: 'connect_device_member',
        columnNames: ['uid'],
        referencedTableName: 'member',
        referencedColumnNames: ['uid'],
        onDelete: 'CASCADE',
      },
    ],
  }),
  new Table({
    name: 'connect_message',
    columns: [
      varchar('sender', 24, primary),
      { name: 'number', type: 'bigint', isPrimary: true },
      varchar('process', 24),
      { name: 'message', type: 'text' },
    ],
    indices: [{ name: 'connect_message_process', columnNames: ['process'] }],
    foreignKeys: [ofProcess('connect_message_of_process')],
  }),
]

/** The devices of Strand Connect, and messages between them, where several processes share a database (BZ10). */
export class ConnectDevices1790000000192 implements MigrationInterface {
  name = 'ConnectDevices1790000000192'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables()) await runner.createTable(table)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables().toReversed()) await runner.dropTable(table.name)
  }
}
