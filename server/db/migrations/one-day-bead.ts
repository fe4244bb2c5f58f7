import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const day: TableColumnOptions = { name: 'day', type: 'varchar', length: '10', isPrimary: true }
const category: TableColumnOptions = { name: 'category', type: 'varchar', length: '20', isPrimary: true }
const beadId: TableColumnOptions = { name: 'beadId', type: 'varchar', length: '24' }

/** Recreates the table: SQLite cannot drop a column of the primary key. The table is small, one row per day. */
async function rebuild(runner: QueryRunner, columns: TableColumnOptions[], copied: string): Promise<void> {
  await runner.renameTable('day_bead', 'day_bead_old')
  await runner.createTable(new Table({ name: 'day_bead', columns }))
  await runner.query(`INSERT INTO "day_bead" (${columns.map(({ name }) => `"${name}"`).join(', ')}) ${copied}`)
  await runner.dropTable('day_bead_old')
}

/** One Bead of the Day for all categories (decision 23). */
export class OneDayBead1790000000142 implements MigrationInterface {
  name = 'OneDayBead1790000000142'

  async up(runner: QueryRunner): Promise<void> {
    await rebuild(runner, [day, beadId], `SELECT "day", "beadId" FROM "day_bead_old" WHERE "category" = 'all'`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await rebuild(runner, [day, category, beadId], `SELECT "day", 'all', "beadId" FROM "day_bead_old"`)
  }
}
