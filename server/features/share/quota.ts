/**
 * How many mails somebody may have Strand send in a day (UTC). Kept in the database, so that a restart
 * forgives nothing, in the transaction of the share, so that what is refused counts nothing.
 */
import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'

/** Mails a day: what an anonymous visitor's address sends, what one mailbox gets from such visitors, and what a member sends. */
export const quotas = { visitor: 20, mailbox: 4, member: 200 } as const

const dayMs = 86_400_000
const digest = (kind: string, value: string): string => `${kind} ${createHash('sha256').update(value).digest('hex')}`

async function take(manager: EntityManager, day: string, who: string, mails: number, most: number): Promise<boolean> {
  const [row] = await sql<{ mails: number }>(
    manager,
    `INSERT INTO "share_quota" ("day", "who", "mails") VALUES (:day, :who, :mails)
     ON CONFLICT ("day", "who") DO UPDATE SET "mails" = "share_quota"."mails" + excluded."mails" RETURNING "mails"`,
    { day, who, mails },
  )
  return row!.mails <= most
}

/** Throws `too_many_requests`; the transaction must not be committed then. */
export async function takeQuota(
  manager: EntityManager,
  { uid, address, emails }: { uid: string | null; address: string; emails: readonly string[] },
  time: number,
): Promise<void> {
  if (emails.length === 0) return
  const day = new Date(time).toISOString().slice(0, 10)
  const within =
    uid === null
      ? await take(manager, day, digest('visitor', `${day} ${address}`), emails.length, quotas.visitor)
      : await take(manager, day, `member ${uid}`, emails.length, quotas.member)
  let free = within
  // In one order, so that two transactions never wait for each other.
  if (uid === null)
    for (const email of [...emails].sort())
      free = (await take(manager, day, digest('mailbox', `${day} ${email}`), 1, quotas.mailbox)) && free
  if (!free) {
    const error = new StrandError('too_many_requests', messages.shareQuota)
    error.retryAfter = Math.ceil((dayMs - (time % dayMs)) / 1000)
    throw error
  }
  await sql(manager, 'DELETE FROM "share_quota" WHERE "day" < :day', { day })
}
