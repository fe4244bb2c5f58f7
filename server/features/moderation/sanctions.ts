/** Privileges, verification and admin rights, set by admins (M1). */
import type { DataSource, EntityManager } from 'typeorm'
import { isDeepStrictEqual } from 'node:util'
import { isActiveAdmin } from '#access/admins.ts'
import type { Viewer } from '#access/viewer.ts'
import { messages, type CallOutput, type Privileges } from '#contract/index.ts'
import type { MemberRights } from '#contract/schemas/moderation.ts'
import { lockRow } from '#db/locks.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { demandUid, grantedPrivileges } from '../accounts/service.ts'
import { logAdminAction, operator } from './log.ts'

type Changes = CallOutput<'POST /api/v0/admin/members/:uid/privileges'>['body']

export interface Sanctions {
  /** Throws `not_found`. */
  get(uid: string): Promise<MemberRights>
  /** Throws `not_found`, and `conflict` for removing the last admin. */
  set(uid: string, changes: Changes, viewer: Viewer): Promise<MemberRights>
}

interface RawSanctions {
  name: string
  privileges: string
  verified: RawBoolean
  isAdmin: RawBoolean
}

async function read(db: DataSource | EntityManager, givenUid: string): Promise<MemberRights> {
  const uid = await demandUid(db, givenUid)
  const [row] = await sql<RawSanctions>(db, 'SELECT "name", "privileges", "verified", "isAdmin" FROM "member" WHERE "uid" = :uid', { uid })
  return {
    uid,
    name: row!.name,
    privileges: grantedPrivileges({ privileges: parsed(row!.privileges) }),
    verified: bool(row!.verified),
    isAdmin: bool(row!.isAdmin),
  }
}

/** Only denied privileges are stored (A3). */
const denied = (privileges: Privileges): string =>
  JSON.stringify(Object.fromEntries(Object.entries(privileges).filter(([, granted]) => !granted)))

/** Serialises removals of admins until the transaction ends, so that the last admin cannot be removed. Lock it before a member's row. */
export const lockAdminRows = (manager: EntityManager): Promise<unknown> =>
  sql(manager, 'UPDATE "member" SET "isAdmin" = "isAdmin" WHERE "isAdmin" = TRUE')

/**
 * Serialises actions of admins on members, as `lockAdminRows`, and checks again that `by` is an admin: another admin may have taken the
 * role away since the request began. Throws `forbidden`.
 * @param by uid of the admin, or `operator`.
 */
export async function lockAdmins(manager: EntityManager, by: string): Promise<void> {
  await lockAdminRows(manager)
  if (by !== operator && !(await isAdminNow(manager, by))) throw new StrandError('forbidden')
}

/** Whether the member has admin rights now: not if suspended or deleted. */
export const isAdminNow = async (db: DataSource | EntityManager, uid: string): Promise<boolean> =>
  (
    await sql(db, `SELECT 1 AS "yes" FROM "member" m WHERE m."uid" = :uid AND ${isActiveAdmin('m')}`, {
      uid,
      now: new Date().toISOString(),
    })
  ).length > 0

/**
 * Changes rights within a transaction and logs the change; absent fields stay as they are.
 * @param by uid of the admin, or `operator`.
 * @throws `not_found`, `forbidden`, and `conflict` for removing the last admin.
 */
export async function changeRights(
  manager: EntityManager,
  givenUid: string,
  { reason, ...changes }: Changes,
  by: string,
): Promise<MemberRights> {
  if (by !== operator || changes.isAdmin === false) await lockAdmins(manager, by)
  const uid = await demandUid(manager, givenUid)
  await lockRow(manager, 'member', uid)
  const before = await read(manager, uid)
  const after: MemberRights = {
    ...before,
    privileges: { ...before.privileges, ...changes.privileges },
    verified: changes.verified ?? before.verified,
    isAdmin: changes.isAdmin ?? before.isAdmin,
  }
  if (isDeepStrictEqual(before, after)) return after
  if (before.isAdmin && !after.isAdmin) {
    const others = await sql(manager, `SELECT 1 AS "yes" FROM "member" m WHERE ${isActiveAdmin('m')} AND m."uid" <> :uid LIMIT 1`, {
      uid,
      now: new Date().toISOString(),
    })
    if (others.length === 0) throw new StrandError('conflict', messages.lastAdmin)
  }
  const { privileges, verified, isAdmin } = after
  await sql(manager, 'UPDATE "member" SET "privileges" = :privileges, "verified" = :verified, "isAdmin" = :isAdmin WHERE "uid" = :uid', {
    privileges: denied(privileges),
    verified,
    isAdmin,
    uid,
  })
  const logged = ({ privileges: granted, ...rest }: MemberRights) => ({ ...granted, verified: rest.verified, isAdmin: rest.isAdmin })
  const changed = Object.entries(logged(after)).filter(([name, value]) => logged(before)[name as keyof ReturnType<typeof logged>] !== value)
  await logAdminAction(manager, {
    by,
    action: 'member.privileges',
    target: { kind: 'member', id: uid },
    detail: { ...Object.fromEntries(changed), ...(reason && { reason }) },
  })
  await emit(manager, { kind: 'memberChanged', uid })
  return after
}

export function createSanctions(db: DataSource): Sanctions {
  return {
    get: (uid) => read(db, uid),
    set: (uid, changes, viewer) => transaction(db, (manager) => changeRights(manager, uid, changes, viewer.uid)),
  }
}
