/** Following members, playlists and tags (W1, W2). */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages, normaliseTag, tagKey } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { demandUid } from '../accounts/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { adjustMemberCount, lockMembers, relationTypes, setRelation, type RelationChange } from '../relations/service.ts'

export type FollowCommand = 'follow' | 'unfollow' | 'superfollow' | 'unsuperfollow'

const commandStates = {
  follow: { related: true },
  unfollow: { related: false },
  superfollow: { related: true, superfollow: true },
  unsuperfollow: { superfollow: false },
} as const satisfies Record<FollowCommand, object>

export interface FollowResult {
  following: boolean
  superfollow: boolean
  count: number
}

export interface Follows {
  /** The uid is case-insensitive. Throws `not_found`, `forbidden`. */
  member(uid: string, command: FollowCommand, viewer: Viewer): Promise<FollowResult>
  /** Throws as `Beads.open`, and `forbidden`. */
  bead(id: string, command: FollowCommand, viewer: Viewer): Promise<FollowResult>
  /** Throws `not_found` for an invalid tag, `forbidden`. */
  tag(tag: string, command: 'follow' | 'unfollow', viewer: Viewer): Promise<Omit<FollowResult, 'superfollow'>>
}

export interface FollowDeps {
  db: DataSource
  beads: Beads
  now: () => number
}

/** A tag without a row never had followers. */
async function readFollowerCount(manager: EntityManager, table: 'member' | 'bead' | 'tag', key: string, value: string): Promise<number> {
  const [row] = await sql<{ followerCount: number }>(manager, `SELECT "followerCount" FROM "${table}" WHERE "${key}" = :value`, { value })
  return row?.followerCount ?? 0
}

async function emitFollowEvents(
  manager: EntityManager,
  what: 'member' | 'bead' | 'tag',
  entity: string,
  by: string,
  { before, related, superfollow }: RelationChange,
): Promise<void> {
  if (related && !before.related) await emit(manager, { kind: 'followed', what, entity, by })
  if (!related && before.related) await emit(manager, { kind: 'unfollowed', what, entity, by })
  if (superfollow && !before.superfollow) await emit(manager, { kind: 'superfollowed', what, entity, by })
  if (related && !superfollow && before.superfollow) await emit(manager, { kind: 'unsuperfollowed', what, entity, by })
}

/** Ends a follow of a member, in a transaction that has locked both. */
export async function unfollowMember(manager: EntityManager, by: string, uid: string, now: number): Promise<RelationChange> {
  return setMemberFollow(manager, by, uid, 'unfollow', now)
}

async function setMemberFollow(
  manager: EntityManager,
  by: string,
  uid: string,
  command: FollowCommand,
  now: number,
): Promise<RelationChange> {
  const change = await setRelation(manager, { uid: by, type: relationTypes.followMember, entity: uid }, commandStates[command], now)
  await adjustMemberCount(manager, by, 'followingCount', change.delta)
  await adjustMemberCount(manager, uid, 'followerCount', change.delta)
  await emitFollowEvents(manager, 'member', uid, by, change)
  return change
}

/** Changes a follow of a playlist whose row is locked. */
async function setBeadFollow(
  beads: Beads,
  manager: EntityManager,
  by: string,
  bead: { id: string; creatorUid: string },
  command: FollowCommand,
  now: number,
): Promise<RelationChange> {
  const change = await setRelation(manager, { uid: by, type: relationTypes.followBead, entity: bead.id }, commandStates[command], now)
  const [row] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :id', { id: bead.id })
  if (row && !bool(row.isDraft)) await adjustMemberCount(manager, by, 'collectedBeadCount', change.delta)
  // Follower count and hotness exclude the creator (decision 12).
  if (change.delta !== 0 && by !== bead.creatorUid) {
    await sql(manager, 'UPDATE "bead" SET "followerCount" = "followerCount" + :delta WHERE "id" = :id', {
      id: bead.id,
      delta: change.delta,
    })
    if (change.delta > 0) await beads.bump(manager, bead.id, 'followed')
    else await beads.unbump(manager, bead.id, 'followed', change.before.since!)
  }
  await emitFollowEvents(manager, 'bead', bead.id, by, change)
  return change
}

/** Ends all follows by `by` of playlists of `creatorUid`. */
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

const startsFollow = (command: FollowCommand): boolean => command === 'follow' || command === 'superfollow'

/** Members without the privilege may still unfollow (W6). */
function demandPrivilege(command: FollowCommand, viewer: Viewer): void {
  if (startsFollow(command) && !viewer.privileges.canFollow) throw new StrandError('forbidden', messages.cannotFollow)
}

export function createFollows({ db, beads, now }: FollowDeps): Follows {
  const isFollowingBead = async (id: string, uid: string): Promise<boolean> =>
    (
      await sql(db, `SELECT 1 AS "found" FROM "relation" WHERE "uid" = :uid AND "type" = ${relationTypes.followBead} AND "entity" = :id`, {
        id,
        uid,
      })
    ).length > 0

  return {
    async member(givenUid, command, viewer) {
      demandPrivilege(command, viewer)
      const uid = await demandUid(db, givenUid)
      if (uid === viewer.uid && startsFollow(command)) throw new StrandError('forbidden', messages.cannotFollowSelf)
      return transaction(db, async (manager) => {
        await lockMembers(manager, [...new Set([uid, viewer.uid])])
        if (startsFollow(command)) {
          await refuseBlocked(manager, viewer.uid, [uid])
          await refuseBlocked(manager, uid, [viewer.uid], messages.blockedByYou)
        }
        const { related, superfollow } = await setMemberFollow(manager, viewer.uid, uid, command, now())
        return { following: related, superfollow, count: await readFollowerCount(manager, 'member', 'uid', uid) }
      })
    },

    async bead(id, command, viewer) {
      demandPrivilege(command, viewer)
      // A follower may unfollow a playlist that they can no longer see.
      const isUnfollow = !startsFollow(command) && (await isFollowingBead(id, viewer.uid))
      if (!isUnfollow) await beads.open(id, viewer)
      return transaction(db, async (manager) => {
        await beads.lock(manager, id)
        const [bead] = await sql<{ creatorUid: string }>(manager, 'SELECT "creatorUid" FROM "bead" WHERE "id" = :id', { id })
        const { related, superfollow } = await setBeadFollow(
          beads,
          manager,
          viewer.uid,
          { id, creatorUid: bead!.creatorUid },
          command,
          now(),
        )
        // Locked before the check, so that a concurrent block is visible.
        await lockMembers(manager, [viewer.uid])
        if (startsFollow(command)) await refuseBlocked(manager, viewer.uid, [bead!.creatorUid])
        return { following: related, superfollow, count: await readFollowerCount(manager, 'bead', 'id', id) }
      })
    },

    async tag(givenTag, command, viewer) {
      demandPrivilege(command, viewer)
      const displayName = normaliseTag(givenTag)
      const key = tagKey(givenTag)
      if (key === '') throw new StrandError('not_found')
      return transaction(db, async (manager) => {
        if (command === 'follow')
          await sql(
            manager,
            'INSERT INTO "tag" ("key", "name", "followerCount", "creationDate") VALUES (:key, :name, 0, :creationDate) ON CONFLICT ("key") DO NOTHING',
            { key, name: displayName, creationDate: new Date(now()).toISOString() },
          )
        await lockRow(manager, 'tag', key)
        const change = await setRelation(
          manager,
          { uid: viewer.uid, type: relationTypes.followTag, entity: key },
          commandStates[command],
          now(),
        )
        if (change.delta !== 0)
          await sql(manager, 'UPDATE "tag" SET "followerCount" = "followerCount" + :delta WHERE "key" = :key', { key, delta: change.delta })
        await emitFollowEvents(manager, 'tag', key, viewer.uid, change)
        return { following: change.related, count: await readFollowerCount(manager, 'tag', 'key', key) }
      })
    },
  }
}
