/** Reads members and maps rows to objects of the API, which contain neither e-mail address nor password hash. */
import {
  emailPrefNames,
  pushPrefNames,
  type EmailPrefs,
  type Member,
  type MemberRef,
  type Privileges,
  type PushPrefs,
} from '#contract/index.ts'
import type { DataSource, EntityManager } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { bool, inHiddenList, sql, type RawBoolean } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { MemberEntity, type MemberRow } from './entities.ts'

/** Fills in missing privileges: one is granted unless the stored value is false (A3). */
export const grantedPrivileges = ({ privileges }: Pick<MemberRow, 'privileges'>): Privileges => ({
  canComment: privileges.canComment !== false,
  canCreateBead: privileges.canCreateBead !== false,
  canCreateDraftBead: privileges.canCreateDraftBead !== false,
  canFollow: privileges.canFollow !== false,
  canPost: privileges.canPost !== false,
  canCreatePost: privileges.canCreatePost !== false,
})

const switchedOn = <N extends string>(names: readonly N[], prefs: Partial<Record<N, boolean>> | null) =>
  Object.fromEntries(names.map((name) => [name, prefs?.[name] !== false])) as Record<N, boolean>

/** Fills in missing options: one is on unless the stored value is false (A3). */
export const emailPrefsOf = ({ emailPrefs }: Pick<MemberRow, 'emailPrefs'>): EmailPrefs => switchedOn(emailPrefNames, emailPrefs)
export const pushPrefsOf = ({ pushPrefs }: Pick<MemberRow, 'pushPrefs'>): PushPrefs => switchedOn(pushPrefNames, pushPrefs)

/** The columns that `toMemberRef` needs, as the database driver returns them (booleans as numbers on SQLite). */
export interface RawMember {
  uid: string
  name: string
  verified: RawBoolean
  image: string | null
}

export const toMemberRef = ({ uid, name, verified, image }: RawMember): MemberRef => ({ uid, name, verified: bool(verified), image })

/** References by uid, also to deleted members; unknown uids are missing. */
export async function readMemberRefs(db: DataSource, uids: Iterable<string>): Promise<Map<string, MemberRef>> {
  const uniqueUids = [...new Set(uids)]
  if (uniqueUids.length === 0) return new Map()
  const statement = `SELECT "uid", "name", "verified", "image" FROM "member" WHERE "uid" ${inHiddenList(db, 'uniqueUids')}`
  const rows = await sql<RawMember>(db, statement, { uniqueUids })
  return new Map(rows.map((row) => [row.uid, toMemberRef(row)]))
}

/** The uid as stored, from one in any case, such as in a URL. Throws `not_found`, also for a deleted member. */
export async function demandUid(db: DataSource | EntityManager, uid: string): Promise<string> {
  const [row] = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL', {
    key: uid.toLowerCase(),
  })
  if (!row) throw new StrandError('not_found')
  return row.uid
}

/** The uids of existing members among these. `uids` must not be empty: PostgreSQL rejects `IN ()`. */
export async function filterExisting(db: DataSource | EntityManager, uids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uid" IN (:...uids) AND "removedDate" IS NULL', { uids })
  return new Set(rows.map(({ uid }) => uid))
}

export const toMember = (row: MemberRow): Member => ({
  ...toMemberRef(row),
  _id: row.uid,
  id: row.uid,
  description: row.description,
  city: row.city,
  country: row.country,
  creationDate: row.creationDate,
  imageLastModified: row.imageLastModified,
  followerCount: row.followerCount,
  followingCount: row.followingCount,
  collectedPostCount: row.collectedPostCount,
  createdPostCount: row.createdPostCount,
  createdBeadCount: row.createdBeadCount,
  collectedBeadCount: row.collectedBeadCount,
})

/** Locks the member's row until the transaction ends, and returns it. Null if there is no such member. */
export async function lockMember(manager: EntityManager, uid: string): Promise<MemberRow | null> {
  await lockRow(manager, 'member', uid)
  return manager.findOneBy(MemberEntity, { uid })
}
