/** Deletions of pictures that wait for the object store. */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Job } from '../scheduler/service.ts'

export interface Deletions {
  /** @param prefix begins the names of the objects to delete. */
  add(prefix: string): Promise<void>
  /** Carries the deletions out. Fails while the store is unavailable. */
  job: Job
}

const batch = 100

interface DeletionDeps {
  db: DataSource
  /** Deletes the pictures whose names begin with `prefix`, and which were made until `untilMs`. */
  deletePictures(prefix: string, untilMs: number): Promise<void>
}

export function createDeletions({ db, deletePictures }: DeletionDeps): Deletions {
  return {
    async add(prefix) {
      // In a transaction of its own: the caller's has ended, or fails.
      await transaction(db, (manager) =>
        sql(
          manager,
          `INSERT INTO "picture_deletion" ("prefix", "creationDate") VALUES (:prefix, :date)
           ON CONFLICT ("prefix") DO UPDATE SET "creationDate" = excluded."creationDate"`,
          { prefix, date: new Date().toISOString() },
        ),
      )
    },

    job: {
      name: 'pictures.delete',
      everyMs: 600_000,
      async run(signal) {
        const rows = await sql<{ prefix: string; creationDate: string }>(
          db,
          `SELECT "prefix", "creationDate" FROM "picture_deletion" ORDER BY "prefix" LIMIT ${batch}`,
        )
        for (const { prefix, creationDate } of rows) {
          if (signal.aborted) return false
          await deletePictures(prefix, Date.parse(creationDate))
          // It may have been added again in the meantime.
          await transaction(db, (manager) =>
            sql(manager, 'DELETE FROM "picture_deletion" WHERE "prefix" = :prefix AND "creationDate" = :creationDate', {
              prefix,
              creationDate,
            }),
          )
        }
        return rows.length === batch
      },
    },
  }
}
