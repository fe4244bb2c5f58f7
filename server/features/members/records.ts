/** Reads members with the fields that only admins see. */
import type { DataSource, EntityManager } from 'typeorm'
import { suspensionAt } from '#contract/index.ts'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'

export interface RawAdminMember extends RawMember {
  email: string | null
  emailVerifiedDate: string | null
  isAdmin: RawBoolean
  suspendedUntil: string | null
  suspensionReason: string | null
  creationDate: string
  createdPostCount: number
  createdBeadCount: number
}

/** Columns of `member m`. */
export const adminMemberColumns = `m."uid", m."name", m."verified", m."image", m."email", m."emailVerifiedDate", m."isAdmin", m."suspendedUntil",
  m."suspensionReason", m."creationDate", m."createdPostCount", m."createdBeadCount"`

export const toAdminMember = (row: RawAdminMember, now: string): AdminMember => ({
  ...toMemberRef(row),
  _id: row.uid,
  id: row.uid,
  email: row.email,
  emailVerified: row.emailVerifiedDate !== null,
  isAdmin: bool(row.isAdmin),
  suspension: suspensionAt(row.suspendedUntil, row.suspensionReason, now),
  creationDate: row.creationDate,
  createdPostCount: row.createdPostCount,
  createdBeadCount: row.createdBeadCount,
})

/** In the order of `uids`; deleted members are missing. */
export async function readAdminMembers(db: DataSource | EntityManager, uids: readonly string[], now: string): Promise<AdminMember[]> {
  if (uids.length === 0) return []
  const rows = await sql<RawAdminMember>(
    db,
    `SELECT ${adminMemberColumns} FROM "member" m WHERE m."uid" IN (:...uids) AND m."removedDate" IS NULL`,
    { uids },
  )
  const byUid = new Map(rows.map((row) => [row.uid, toAdminMember(row, now)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}

/** Throws `not_found`. */
export async function readAdminMember(db: DataSource | EntityManager, uid: string, now: string): Promise<AdminMember> {
  const [member] = await readAdminMembers(db, [uid], now)
  if (!member) throw new StrandError('not_found')
  return member
}
