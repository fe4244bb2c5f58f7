import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'
import { backfillHealth } from '../../features/health/backfill.ts'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const count = (name: string): TableColumnOptions => ({ name, type: 'integer' })
const primary = { isPrimary: true }

const tables = (): Table[] => [
  new Table({
    name: 'bead_health',
    columns: [
      varchar('beadId', 24, primary),
      varchar('provider', 11, primary),
      count('total'),
      count('dead'),
      { name: 'deadShare', type: 'double precision' },
      varchar('checkedDate', 24, { isNullable: true }),
    ],
    indices: [{ name: 'bead_health_worst', columnNames: ['provider', 'deadShare', 'dead', 'beadId'] }],
    foreignKeys: [
      {
        name: 'bead_health_bead',
        columnNames: ['beadId'],
        referencedTableName: 'bead',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
      },
    ],
  }),
  new Table({
    name: 'provider_health',
    columns: [varchar('provider', 11, primary), varchar('shard', 1, primary), count('total'), count('dead')],
  }),
]

/** The numbers of dead posts by playlist and provider (BZ6). */
export class BeadHealth1790000000205 implements MigrationInterface {
  name = 'BeadHealth1790000000205'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables()) await runner.createTable(table)
    await backfillHealth((statement, values) => runner.query(statement, values), runner.dataSource.options.type === 'postgres')
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables().toReversed()) await runner.dropTable(table.name)
  }
}
