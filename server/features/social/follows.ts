/** Following members, playlists and tags (W1, W2). */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import { messages, normaliseTag, tagKey } from '../../contract/index.ts'
import { bool, sql, type RawBoolean } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { emit } from '../../outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { adjustMemberCount, lockMembers, setRelation, type RelationChange } from '../relations/service.ts'

export type FollowCommand = 'follow' | 'unfollow' | 'superfollow' | 'unsuperfollow'

const commandStates = {
  follow: { related: true },
  unfollow: { related: false },
  superfollow: { related: true, superfollow: true },
  unsuperfollow: { superfollow: false },
} as const satisfies Record<FollowCommand, object>

export interface Following {
  following: boolean
  superfollow: boolean
  count: number
}

export interface Follows {
  /** Any case of the uid will do. Throws `not_found`, `forbidden`. */
  member(uid: string, wish: FollowCommand, viewer: Viewer): Promise<Following>
  /** Throws as opening the playlist does, and `forbidden`. */
  bead(id: string, wish: FollowCommand, viewer: Viewer): Promise<Following>
  /** Throws `not_found` for what is no tag, `forbidden`. */
  tag(tag: string, wish: 'follow' | 'unfollow', viewer: Viewer): Promise<Omit<Following, 'superfollow'>>
}

export interface FollowDeps {
  db: DataSource
  beads: Beads
  now: () => number
}

/** The canonical uid of a member. Throws `not_found`. */
export async function knownUid(db: DataSource | EntityManager, uid: string): Promise<string> {
  const [row] = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL', { key: uid.toLowerCase() })
  if (!row) throw new StrandError('not_found')
  return row.uid
}

/** A tag that nobody ever followed has no row, and no followers. */
async function readFollowerCount(manager: EntityManager, table: 'member' | 'bead' | 'tag', key: string, value: string): Promise<number> {
  const [row] = await sql<{ followerCount: number }>(manager, `SELECT "followerCount" FROM "${table}" WHERE "${key}" = :value`, { value })
  return row?.followerCount ?? 0
}

async function emitFollowEvents(manager: EntityManager, what: 'member' | 'bead' | 'tag', entity: string, by: string, { before, related, superfollow }: RelationChange): Promise<void> {
  if (related && !before.related) await emit(manager, { kind: 'followed', what, entity, by })
  if (!related && before.related) await emit(manager, { kind: 'unfollowed', what, entity, by })
  if (superfollow && !before.superfollow) await emit(manager, { kind: 'superfollowed', what, entity, by })
  if (related && !superfollow && before.superfollow) await emit(manager, { kind: 'unsuperfollowed', what, entity, by })
}

/** Ends a follow of a member, in a transaction that has locked both. */
export async function unfollowMember(manager: EntityManager, by: string, uid: string, now: number): Promise<RelationChange> {
  return setMemberFollow(manager, by, uid, 'unfollow', now)
}

async function setMemberFollow(manager: EntityManager, by: string, uid: string, wish: FollowCommand, now: number): Promise<RelationChange> {
  const turned = await setRelation(manager, { uid: by, type: relationTypes.followMember, entity: uid }, commandStates[wish], now)
  await adjustMemberCount(manager, by, 'followingCount', turned.delta)
  await adjustMemberCount(manager, uid, 'followerCount', turned.delta)
  await emitFollowEvents(manager, 'member', uid, by, turned)
  return turned
}

/** Changes a follow of a playlist whose row is locked. */
async function setBeadFollow(beads: Beads, manager: EntityManager, by: string, bead: { id: string; creatorUid: string }, wish: FollowCommand, now: number): Promise<RelationChange> {
  const turned = await setRelation(manager, { uid: by, type: relationTypes.followBead, entity: bead.id }, commandStates[wish], now)
  const [row] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :id', { id: bead.id })
  if (row && !bool(row.isDraft)) await adjustMemberCount(manager, by, 'collectedBeadCount', turned.delta)
  // A creator counts neither as a follower nor as warmth (decision 12).
  if (turned.delta !== 0 && by !== bead.creatorUid) {
    await sql(manager, 'UPDATE "bead" SET "followerCount" = "followerCount" + :more WHERE "id" = :id', { id: bead.id, more: turned.delta })
    if (turned.delta > 0) await beads.bump(manager, bead.id, 'followed')
    else await beads.unbump(manager, bead.id, 'followed', turned.before.since!)
  }
  await emitFollowEvents(manager, 'bead', bead.id, by, turned)
  return turned
}

/** Ends whatever `by` follows of the playlists that `creatorUid` made. */
export async function unfollowBeadsOf(beads: Beads, manager: EntityManager, by: string, creatorUid: string, now: number): Promise<void> {
  const followed = await sql<{ id: string }>(
    manager,
    `SELECT v."id" FROM "relation" r JOIN "bead" v ON v."id" = r."entity"
     WHERE r."uid" = :by AND r."type" = ${relationTypes.followBead} AND v."creatorUid" = :creatorUid ORDER BY v."id"`,
    { by, creatorUid },
  )
  for (const { id } of followed) {
    await beads.lock(manager, id)
    await setBeadFollow(beads, manager, by, { id, creatorUid }, 'unfollow', now)
  }
}

const startsFollow = (wish: FollowCommand): boolean => wish === 'follow' || wish === 'superfollow'

/** Who may not follow may still take back what they follow (W6). */
function demandPrivilege(wish: FollowCommand, viewer: Viewer): void {
  if (startsFollow(wish) && !viewer.privileges.canFollow) throw new StrandError('forbidden', messages.cannotFollow)
}

export function createFollows({ db, beads, now }: FollowDeps): Follows {
  const followsBead = async (id: string, uid: string): Promise<boolean> =>
    (await sql(db, `SELECT 1 AS "yes" FROM "relation" WHERE "uid" = :uid AND "type" = ${relationTypes.followBead} AND "entity" = :id`, { id, uid })).length > 0

  return {
    async member(asked, wish, viewer) {
      demandPrivilege(wish, viewer)
      const uid = await knownUid(db, asked)
      if (uid === viewer.uid && startsFollow(wish)) throw new StrandError('forbidden', messages.cannotFollowSelf)
      return transaction(db, async (manager) => {
        await lockMembers(manager, [...new Set([uid, viewer.uid])])
        if (startsFollow(wish)) {
          await refuseBlocked(manager, viewer.uid, [uid])
          await refuseBlocked(manager, uid, [viewer.uid], messages.blockedByYou)
        }
        const { related, superfollow } = await setMemberFollow(manager, viewer.uid, uid, wish, now())
        return { following: related, superfollow, count: await readFollowerCount(manager, 'member', 'uid', uid) }
      })
    },

    async bead(id, wish, viewer) {
      demandPrivilege(wish, viewer)
      // What one follows one may leave, whether or not it may still be seen.
      const leaves = !startsFollow(wish) && (await followsBead(id, viewer.uid))
      if (!leaves) await beads.open(id, viewer)
      return transaction(db, async (manager) => {
        await beads.lock(manager, id)
        const [bead] = await sql<{ creatorUid: string }>(manager, 'SELECT "creatorUid" FROM "bead" WHERE "id" = :id', { id })
        const { related, superfollow } = await setBeadFollow(beads, manager, viewer.uid, { id, creatorUid: bead!.creatorUid }, wish, now())
        // The lock comes before the check, so that a block that is being made at the same time is seen.
        await lockMembers(manager, [viewer.uid])
        if (startsFollow(wish)) await refuseBlocked(manager, viewer.uid, [bead!.creatorUid])
        return { following: related, superfollow, count: await readFollowerCount(manager, 'bead', 'id', id) }
      })
    },

    async tag(asked, wish, viewer) {
      demandPrivilege(wish, viewer)
      const name = normaliseTag(asked)
      const key = tagKey(asked)
      if (key === '') throw new StrandError('not_found')
      return transaction(db, async (manager) => {
        if (wish === 'follow')
          await sql(
            manager,
            'INSERT INTO "tag" ("key", "name", "followerCount", "creationDate") VALUES (:key, :name, 0, :creationDate) ON CONFLICT ("key") DO NOTHING',
            { key, name, creationDate: new Date(now()).toISOString() },
          )
        await sql(manager, 'UPDATE "tag" SET "followerCount" = "followerCount" WHERE "key" = :key', { key })
        const turned = await setRelation(manager, { uid: viewer.uid, type: relationTypes.followTag, entity: key }, commandStates[wish], now())
        if (turned.delta !== 0) await sql(manager, 'UPDATE "tag" SET "followerCount" = "followerCount" + :more WHERE "key" = :key', { key, more: turned.delta })
        await emitFollowEvents(manager, 'tag', key, viewer.uid, turned)
        return { following: turned.related, count: await readFollowerCount(manager, 'tag', 'key', key) }
      })
    },
  }
}
