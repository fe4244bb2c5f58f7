import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

const announcements = (): Table =>
  new Table({
    name: 'announcement',
    columns: [
      { name: 'id', type: 'varchar', length: '24', isPrimary: true },
      { name: 'kind', type: 'varchar', length: '7' },
      { name: 'text', type: 'varchar', length: '300' },
      { name: 'href', type: 'text', isNullable: true },
      { name: 'startDate', type: 'varchar', length: '24' },
      { name: 'endDate', type: 'varchar', length: '24' },
    ],
    indices: [{ name: 'announcement_end', columnNames: ['endDate', 'id'] }],
  })

const readOnly = (): Table =>
  new Table({
    name: 'read_only',
    columns: [
      { name: 'name', type: 'varchar', length: '8', isPrimary: true },
      { name: 'reason', type: 'varchar', length: '300' },
      { name: 'sinceDate', type: 'varchar', length: '24' },
    ],
  })

/** Read-only mode that admins switch, and announcements (M1). */
export class Notices1790000000207 implements MigrationInterface {
  name = 'Notices1790000000207'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(announcements())
    await runner.createTable(readOnly())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('read_only')
    await runner.dropTable('announcement')
  }
}
