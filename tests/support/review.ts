/** Decisions about the review queue. */
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { server } from './people.ts'

/** Lets the undo time of all decisions pass, and carries them out. */
export async function letUndoTimePass(): Promise<void> {
  const past = '2020-01-01T00:00:00.000Z'
  await transaction(server.db, async (manager) => {
    await sql(manager, 'UPDATE "review_decision" SET "dueDate" = :past', { past })
    await sql(manager, `UPDATE "outbox" SET "dueDate" = :past WHERE "dueDate" > :now`, { past, now: new Date().toISOString() })
  })
  await server.services.outbox.drain()
}
