/**
 * Daily quotas of share mails (UTC). Stored in the database, so that they survive a restart, and updated in the transaction of the
 * share, so that a refused share is not counted.
 */
import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'

/** Mails per day: sent from the IP address of a visitor, received by one mailbox from visitors, sent by a member. */
export const quotas = { visitor: 20, mailbox: 4, member: 200 } as const

const dayMs = 86_400_000
const digest = (kind: string, value: string): string => `${kind} ${createHash('sha256').update(value).digest('hex')}`

async function addToQuota(manager: EntityManager, day: string, who: string, mails: number, max: number): Promise<boolean> {
  const [row] = await sql<{ mails: number }>(
    manager,
    `INSERT INTO "share_quota" ("day", "who", "mails") VALUES (:day, :who, :mails)
     ON CONFLICT ("day", "who") DO UPDATE SET "mails" = "share_quota"."mails" + excluded."mails" RETURNING "mails"`,
    { day, who, mails },
  )
  return row!.mails <= max
}

/** Throws `too_many_requests`; the caller must roll back the transaction. */
export async function takeQuota(
  manager: EntityManager,
  { uid, address, emails }: { uid: string | null; address: string; emails: readonly string[] },
  time: number,
): Promise<void> {
  if (emails.length === 0) return
  const day = new Date(time).toISOString().slice(0, 10)
  const isSenderWithin =
    uid === null
      ? await addToQuota(manager, day, digest('visitor', `${day} ${address}`), emails.length, quotas.visitor)
      : await addToQuota(manager, day, `member ${uid}`, emails.length, quotas.member)
  let isWithin = isSenderWithin
  // Sorted, so that concurrent transactions cannot deadlock.
  if (uid === null)
    for (const email of [...emails].sort())
      isWithin = (await addToQuota(manager, day, digest('mailbox', `${day} ${email}`), 1, quotas.mailbox)) && isWithin
  if (!isWithin) {
    const error = new StrandError('too_many_requests', messages.shareQuota)
    error.retryAfter = Math.ceil((dayMs - (time % dayMs)) / 1000)
    throw error
  }
  await sql(manager, 'DELETE FROM "share_quota" WHERE "day" < :day', { day })
}
