/** Builds `Me`, the answer about the signed-in member to that member. */
import type { DataSource } from 'typeorm'
import type { BeadRef, Me, Network } from '#contract/index.ts'
import { onboardingSteps, suspensionAt, type Onboarding } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { MemberRow } from './entities.ts'
import { emailPrefsOf, grantedPrivileges, pushPrefsOf, toMember } from './members.ts'

/**
 * Maximum number of playlists in `groups` and in `mostusedbeads`, and of latest posts from which the latter are
 * computed.
 */
const groupLimit = 50
const usedLimit = 8
const latestPosts = 100

type RawBeadRef = Omit<BeadRef, '_id'>
const toBeadRef = ({ id, title, category, image }: RawBeadRef): BeadRef => ({ _id: id, id, title, category, image })

const columns = 'v."id", v."title", v."category", v."image"'

/** Playlists to which the member is invited. */
const readGroups = (db: DataSource, uid: string): Promise<RawBeadRef[]> =>
  sql(
    db,
    `SELECT ${columns} FROM "invitee" i JOIN "bead" v ON v."id" = i."beadId" WHERE i."uid" = :uid ORDER BY i."beadId" DESC LIMIT :limit`,
    { uid, limit: groupLimit },
  )

/** Playlists of the member's latest posts, most posts first, without those that the member cannot post into. */
const readMostUsed = (db: DataSource, uid: string): Promise<RawBeadRef[]> =>
  sql(
    db,
    `SELECT ${columns} FROM (
       SELECT p."beadId", COUNT(*) AS "uses", MAX(p."id") AS "latest"
       FROM (SELECT "beadId", "id" FROM "post" WHERE "creatorUid" = :uid ORDER BY "id" DESC LIMIT :latestPosts) p GROUP BY p."beadId"
     ) u JOIN "bead" v ON v."id" = u."beadId"
     WHERE v."isFeed" = FALSE AND (v."groupId" IS NULL OR v."creatorUid" = :uid
       OR EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = v."id" AND i."uid" = :uid))
     ORDER BY u."uses" DESC, u."latest" DESC LIMIT :limit`,
    { uid, latestPosts, limit: usedLimit },
  )

/** The member's own unpublished playlists. */
export async function countDrafts(db: DataSource, uid: string): Promise<number> {
  const [row] = await sql<{ drafts: number | string }>(
    db,
    'SELECT COUNT(*) AS "drafts" FROM "bead" WHERE "creatorUid" = :uid AND "isDraft" = TRUE',
    { uid },
  )
  return Number(row!.drafts)
}

const onboardingOf = ({ onboarding }: Pick<MemberRow, 'onboarding'>): Onboarding =>
  Object.fromEntries(onboardingSteps.map((step) => [step, onboarding?.[step] === true])) as Onboarding

export async function readMe(db: DataSource, row: MemberRow): Promise<Me> {
  const { uid } = row
  const [links, groups, used, draftCount] = await Promise.all([
    sql<{ network: Network; name: string }>(db, 'SELECT "network", "name" FROM "network_link" WHERE "uid" = :uid', { uid }),
    readGroups(db, uid),
    readMostUsed(db, uid),
    countDrafts(db, uid),
  ])
  const suspension = suspensionAt(row.suspendedUntil, row.suspensionReason, new Date().toISOString())
  const infoOf = (network: Network) => links.filter((link) => link.network === network).map(({ name }) => ({ name }))[0]
  const facebookInfo = infoOf('facebook')
  const twitterInfo = infoOf('twitter')
  return {
    ...toMember(row),
    draftCount,
    email: row.email ?? '',
    emailVerified: row.emailVerifiedDate !== null,
    hasPassword: row.passwordHash !== null,
    isAdmin: row.isAdmin && suspension === null,
    ...(suspension && { suspension }),
    privileges: grantedPrivileges(row),
    emailPrefs: emailPrefsOf(row),
    pushPrefs: pushPrefsOf(row),
    onboarding: onboardingOf(row),
    hasFB: facebookInfo !== undefined,
    hasTwitter: twitterInfo !== undefined,
    // JSON omits undefined fields.
    facebookInfo,
    twitterInfo,
    groups: groups.map(toBeadRef),
    mostusedbeads: used.map(toBeadRef),
    notificationsLastChecked: row.notificationsLastChecked,
  }
}
