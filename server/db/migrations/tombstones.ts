import type { MigrationInterface, QueryRunner } from 'typeorm'
import { backfillTombstones } from '../../features/accounts/backfill.ts'

/** Replaces the uids of accounts deleted earlier, which were derived from the member's name (decision 51). Cannot be reverted. */
export class Tombstones1790000000143 implements MigrationInterface {
  name = 'Tombstones1790000000143'

  async up({ manager }: QueryRunner): Promise<void> {
    await backfillTombstones(manager)
  }

  async down(): Promise<void> {}
}
