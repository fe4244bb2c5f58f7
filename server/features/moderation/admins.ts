/** Admins named by the operator of the server (M1): the first one cannot be appointed on the site. */
import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import { isActiveAdmin } from '#access/admins.ts'
import { sql } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { logAdminAction, operator } from './log.ts'
import { changeRights } from './sanctions.ts'

export interface NamedMember {
  uid: string
  name: string
  email: string | null
}

export interface Admins {
  list(): Promise<NamedMember[]>
  /** `who` is an e-mail address or a uid. Idempotent. Throws `not_found`. */
  grant(who: string): Promise<NamedMember>
  /** As `grant`. Throws `conflict` for the last admin. */
  revoke(who: string): Promise<NamedMember>
}

const columns = '"uid", "name", "email"'

async function find(manager: EntityManager, who: string): Promise<NamedMember> {
  const [member] = await sql<NamedMember>(
    manager,
    `SELECT ${columns} FROM "member" WHERE "removedDate" IS NULL AND ${who.includes('@') ? '"email" = :who' : '"uidKey" = :who'}`,
    { who: who.toLowerCase() },
  )
  if (!member) throw new StrandError('not_found')
  return member
}

/** An admin named by the operator can act at once, even if another admin has suspended the account. The row is locked. */
async function liftSuspension(manager: EntityManager, uid: string): Promise<void> {
  const suspended = await sql(manager, 'SELECT 1 AS "yes" FROM "member" WHERE "uid" = :uid AND "suspendedUntil" > :now', {
    uid,
    now: new Date().toISOString(),
  })
  if (suspended.length === 0) return
  await sql(manager, 'UPDATE "member" SET "suspendedUntil" = NULL, "suspensionReason" = NULL WHERE "uid" = :uid', { uid })
  await logAdminAction(manager, { by: operator, action: 'member.unsuspend', target: { kind: 'member', id: uid } })
}

export function createAdmins(db: DataSource): Admins {
  const setAdmin = (who: string, isAdmin: boolean): Promise<NamedMember> =>
    transaction(db, async (manager) => {
      const member = await find(manager, who)
      await changeRights(manager, member.uid, { isAdmin }, operator)
      if (isAdmin) await liftSuspension(manager, member.uid)
      return member
    })

  return {
    list: () =>
      sql<NamedMember>(db, `SELECT ${columns} FROM "member" WHERE "isAdmin" = TRUE AND "removedDate" IS NULL ORDER BY "name", "uid"`),
    grant: (who) => setAdmin(who, true),
    revoke: (who) => setAdmin(who, false),
  }
}

export interface FirstAdmin {
  /** At the start of the server. */
  appoint(): Promise<void>
  /** Appoints the member who verifies the address later. */
  consumer: Consumer
}

/** Whether there is an admin. Scans members: call it only for the member who would become one. */
const hasAdmin = async (db: DataSource | EntityManager): Promise<boolean> =>
  (await sql(db, `SELECT 1 AS "yes" FROM "member" m WHERE ${isActiveAdmin('m')} LIMIT 1`, { now: new Date().toISOString() })).length > 0

/**
 * Makes the member with the address `email` an admin while the server has none. Only a verified address counts, because sign-up accepts
 * any address.
 */
export function createFirstAdmin({
  db,
  log,
  email,
}: {
  db: DataSource
  log: Pick<Logger, 'info' | 'warn'>
  email: string | null
}): FirstAdmin {
  async function appointIn(manager: EntityManager): Promise<void> {
    const [member] = await sql<{ uid: string }>(
      manager,
      'SELECT "uid" FROM "member" WHERE "email" = :email AND "emailVerifiedDate" IS NOT NULL AND "removedDate" IS NULL',
      { email },
    )
    if (!member || (await hasAdmin(manager))) return
    await changeRights(manager, member.uid, { isAdmin: true }, operator)
    afterCommit(() => log.info({ uid: member.uid }, 'the member named in STRAND_ADMIN is now an admin'))
  }

  return {
    async appoint() {
      if (email === null) return
      await transaction(db, appointIn)
      if (!(await hasAdmin(db))) log.warn('there is no admin until a member verifies the e-mail address of STRAND_ADMIN')
    },
    consumer: {
      name: 'moderation.firstAdmin',
      kinds: ['memberChanged'],
      apply: async (manager) => {
        if (email !== null) await appointIn(manager)
      },
    },
  }
}
