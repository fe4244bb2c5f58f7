import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Deletions of pictures that wait for the object store (BY27). */
export class PictureDeletions1790000000213 implements MigrationInterface {
  name = 'PictureDeletions1790000000213'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'picture_deletion',
        columns: [
          { name: 'prefix', type: 'varchar', length: '120', isPrimary: true },
          { name: 'creationDate', type: 'varchar', length: '24' },
        ],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('picture_deletion')
  }
}
