/**
 * Daily and weekly digests by mail (O4). A scheduler job claims each due period once: in one transaction it advances
 * the member's due date and emits an event. A consumer of the outbox then reads the content and sends the mail, with
 * retries.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DataSource } from 'typeorm'
import type { EmailPrefs } from '#contract/index.ts'
import { bool, parsedOrNull, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { FactOf } from '#outbox/facts.ts'
import { emit, type Consumer } from '#outbox/outbox.ts'
import type { Mail } from '../mail/service.ts'
import type { Job } from '../scheduler/service.ts'
import { letterOf, readDigest } from './content.ts'
import { DigestEntity, digestKinds, type DigestKind, type DigestRow } from './entities.ts'
import { nextDue } from './slots.ts'

export interface Digests {
  consumers: Consumer[]
  jobs: Job[]
}

export interface DigestDeps {
  db: DataSource
  mail: Mail
  publicUrl: string
  now?: () => number
}

/** The preference that each digest depends on. */
const prefOf: Record<DigestKind, keyof EmailPrefs> = { daily: 'onDigestDaily', weekly: 'onDigest' }
/** Due periods per transaction. */
const batch = 200
/** Members whom `enrol` checks at once. */
const enrolBatch = 500

/** The recipient of a digest. */
interface Reader {
  name: string
  email: string | null
  emailVerifiedDate: string | null
  emailPrefs: string | null
}

/** Requires a confirmed address, because digests are sent unless switched off. */
const acceptsDigest = ({ email, emailVerifiedDate, emailPrefs }: Reader, kind: DigestKind): boolean =>
  email !== null && emailVerifiedDate !== null && parsedOrNull<Partial<EmailPrefs>>(emailPrefs)?.[prefOf[kind]] !== false

export function createDigests({ db, mail, publicUrl, now = Date.now }: DigestDeps): Digests {
  /** Adds due dates for members who have none yet. Few at a time, because nothing else runs while SQLite reads. */
  async function enrol(signal: AbortSignal): Promise<void> {
    for (let after = ''; !signal.aborted; await nextTurn()) {
      const members = await sql<{ uid: string; hasDueDates: RawBoolean }>(
        db,
        `SELECT m."uid", EXISTS (SELECT 1 FROM "digest" d WHERE d."uid" = m."uid") AS "hasDueDates" FROM "member" m
         WHERE m."uid" > :after AND m."removedDate" IS NULL AND m."email" IS NOT NULL ORDER BY m."uid" LIMIT ${enrolBatch}`,
        { after },
      )
      const instant = now()
      const rows = members
        .filter(({ hasDueDates }) => !bool(hasDueDates))
        .flatMap(({ uid }) =>
          digestKinds.map((kind): DigestRow => ({
            uid,
            kind,
            dueDate: new Date(nextDue(kind, uid, instant)).toISOString(),
            coveredDate: new Date(instant).toISOString(),
          })),
        )
      if (rows.length > 0)
        await transaction(db, (manager) =>
          manager.createQueryBuilder().insert().into(DigestEntity).values(rows).orIgnore().updateEntity(false).execute(),
        )
      if (members.length < enrolBatch) return
      after = members.at(-1)!.uid
    }
  }

  /** Claims due periods and emits their events. True if there may be more: the job runs again at once. */
  async function takeDue(): Promise<boolean> {
    const until = new Date(now()).toISOString()
    const due = await sql<DigestRow & Reader>(
      db,
      `SELECT d."uid", d."kind", d."dueDate", d."coveredDate", m."name", m."email", m."emailVerifiedDate", m."emailPrefs"
       FROM "digest" d JOIN "member" m ON m."uid" = d."uid" WHERE d."dueDate" <= :until ORDER BY d."dueDate", d."uid" LIMIT ${batch}`,
      { until },
    )
    await transaction(db, async (manager) => {
      for (const { uid, kind, dueDate, coveredDate, ...reader } of due) {
        const next = { dueDate: new Date(nextDue(kind, uid, now())).toISOString(), coveredDate: until }
        const { affected } = await manager.update(DigestEntity, { uid, kind, dueDate }, next)
        // 0 if another process has claimed the period.
        if (affected === 1 && acceptsDigest(reader, kind))
          await emit(manager, { kind: 'digestDue', uid, digest: kind, since: coveredDate, until })
      }
    })
    return due.length === batch
  }

  async function send({ uid, digest: kind, since, until }: FactOf<'digestDue'>): Promise<void> {
    const [reader] = await sql<Reader>(
      db,
      'SELECT "name", "email", "emailVerifiedDate", "emailPrefs" FROM "member" WHERE "uid" = :uid AND "removedDate" IS NULL',
      { uid },
    )
    // The member may have switched the digest off, or left, since the event.
    if (!reader || !acceptsDigest(reader, kind)) return
    const digest = await readDigest(db, uid, since, until)
    if (digest === null) return
    const { name, email } = reader
    await mail.send({
      to: { name, address: email! },
      ...letterOf(digest, kind, name, publicUrl),
      unsubscribe: { uid, pref: prefOf[kind] },
      key: `digest ${uid} ${kind} ${until}`,
    })
  }

  return {
    consumers: [{ name: 'digests', kinds: ['digestDue'], send: (fact) => send(fact as FactOf<'digestDue'>) }],
    jobs: [
      { name: 'digests.enrol', everyMs: 3_600_000, run: enrol },
      { name: 'digests.take', everyMs: 60_000, run: takeDue },
    ],
  }
}
