import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Counters of rate limits that several servers share. Not written to PostgreSQL's log: losing them in a crash does no harm (BY27). */
export class RateLimits1790000000215 implements MigrationInterface {
  name = 'RateLimits1790000000215'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'rate_limit',
        columns: [
          { name: 'key', type: 'varchar', length: '43', isPrimary: true },
          { name: 'points', type: 'integer' },
          { name: 'expire', type: 'bigint', isNullable: true },
        ],
        indices: [{ name: 'rate_limit_expire', columnNames: ['expire'] }],
      }),
    )
    if (runner.connection.options.type === 'postgres') await runner.query('ALTER TABLE "rate_limit" SET UNLOGGED')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('rate_limit')
  }
}
