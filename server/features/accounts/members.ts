/** Maps member rows to API objects: e-mail address and hash never leave the server with them. */
import {
  emailPrefNames,
  pushPrefNames,
  type EmailPrefs,
  type Member,
  type MemberRef,
  type Privileges,
  type PushPrefs,
} from '#contract/index.ts'
import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { MemberEntity, type MemberRow } from './entities.ts'

/** A privilege is granted unless explicitly false (A3). */
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

/** Every option is on unless explicitly false (A3). */
export const emailPrefsOf = ({ emailPrefs }: Pick<MemberRow, 'emailPrefs'>): EmailPrefs => switchedOn(emailPrefNames, emailPrefs)
export const pushPrefsOf = ({ pushPrefs }: Pick<MemberRow, 'pushPrefs'>): PushPrefs => switchedOn(pushPrefNames, pushPrefs)

export const toMemberRef = ({ uid, name, verified, image }: Pick<MemberRow, 'uid' | 'name' | 'verified' | 'image'>): MemberRef => ({
  uid,
  name,
  verified,
  image,
})

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

/** Locks the member's row until the transaction ends, and reads it. Null if there is no such member. */
export async function lockMember(manager: EntityManager, uid: string): Promise<MemberRow | null> {
  await sql(manager, 'UPDATE "member" SET "uid" = "uid" WHERE "uid" = :uid', { uid })
  return manager.findOneBy(MemberEntity, { uid })
}
