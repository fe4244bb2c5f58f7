import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Events that are not yet processed by all consumers. */
export class Outbox1790000000002 implements MigrationInterface {
  name = 'Outbox1790000000002'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'outbox',
        columns: [
          { name: 'id', type: 'varchar', length: '24', isPrimary: true },
          { name: 'stage', type: 'varchar', length: '5' },
          { name: 'fact', type: 'text' },
          { name: 'creationDate', type: 'varchar', length: '24' },
          { name: 'dueDate', type: 'varchar', length: '24' },
          { name: 'attempts', type: 'integer' },
          { name: 'done', type: 'text' },
          { name: 'lastError', type: 'text', isNullable: true },
        ],
        indices: [{ name: 'outbox_due', columnNames: ['stage', 'dueDate', 'id'] }],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('outbox')
  }
}
