import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** A keyed hash of the secret of the servers, so that servers with different secrets are noticed (BY27). */
export class SecretFingerprint1790000000225 implements MigrationInterface {
  name = 'SecretFingerprint1790000000225'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'secret_fingerprint',
        columns: [
          { name: 'name', type: 'varchar', length: '7', isPrimary: true },
          { name: 'fingerprint', type: 'varchar', length: '43' },
          { name: 'sinceDate', type: 'varchar', length: '24' },
        ],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('secret_fingerprint')
  }
}
