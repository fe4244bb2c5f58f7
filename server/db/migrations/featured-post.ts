import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The post that an admin features in a playlist (Q1). */
export class FeaturedPost1790000000217 implements MigrationInterface {
  name = 'FeaturedPost1790000000217'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "bead" ADD COLUMN "featuredPostId" varchar(24)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "bead" DROP COLUMN "featuredPostId"')
  }
}
