import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Feed sources that members down-ranked ("Fewer like this", BZ9). */
export class FeedFewer1790000000090 implements MigrationInterface {
  name = 'FeedFewer1790000000090'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'feed_fewer',
        columns: [
          { name: 'uid', type: 'varchar', length: '50', isPrimary: true },
          { name: 'type', type: 'varchar', length: '10', isPrimary: true },
          { name: 'entity', type: 'varchar', length: '64', isPrimary: true },
          { name: 'creationDate', type: 'varchar', length: '24' },
        ],
        foreignKeys: [
          {
            name: 'feed_fewer_member',
            columnNames: ['uid'],
            referencedTableName: 'member',
            referencedColumnNames: ['uid'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('feed_fewer')
  }
}
