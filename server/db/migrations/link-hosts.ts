import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const count = (name: string): TableColumnOptions => ({ name, type: 'integer' })
const optional = { isNullable: true }

const tables = (): Table[] => [
  new Table({
    name: 'link_host',
    columns: [
      varchar('host', 255, { isPrimary: true }),
      varchar('windowDate', 24),
      count('checks'),
      count('failures'),
      varchar('failingSince', 24, optional),
      varchar('failureDate', 24, optional),
      varchar('failure', 20, optional),
      varchar('pausedUntil', 24, optional),
    ],
    indices: [{ name: 'link_host_failing', columnNames: ['failureDate', 'host'] }],
  }),
  new Table({
    name: 'link_round',
    columns: [
      { ...count('id'), isPrimary: true },
      varchar('startDate', 24),
      varchar('endDate', 24),
      ...['alive', 'gone', 'unclear', 'failed', 'postponed'].map(count),
    ],
  }),
]

/** Errors and pauses of hosts, and the latest round of the link checker, for all servers of the database (BZ6). */
export class LinkHosts1790000000209 implements MigrationInterface {
  name = 'LinkHosts1790000000209'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables()) await runner.createTable(table)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables().toReversed()) await runner.dropTable(table.name)
  }
}
