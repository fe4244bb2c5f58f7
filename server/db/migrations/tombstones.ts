import type { MigrationInterface, QueryRunner } from 'typeorm'
import { backfillTombstones } from '../../features/accounts/backfill.ts'

/** Accounts that were deleted before kept a uid that was derived from the member's name (decision 51). It cannot be restored. */
export class Tombstones1790000000143 implements MigrationInterface {
  name = 'Tombstones1790000000143'

  async up({ manager }: QueryRunner): Promise<void> {
    await backfillTombstones(manager)
  }

  async down(): Promise<void> {}
}
