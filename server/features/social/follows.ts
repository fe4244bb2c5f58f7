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
import { countMember, lockMembers, turn, type Turned } from '../relations/service.ts'

export type FollowWish = 'follow' | 'unfollow' | 'superfollow' | 'unsuperfollow'

const wishes = {
  follow: { related: true },
  unfollow: { related: false },
  superfollow: { related: true, superfollow: true },
  unsuperfollow: { superfollow: false },
} as const satisfies Record<FollowWish, object>

export interface Following {
  following: boolean
  superfollow: boolean
  count: number
}

export interface Follows {
  /** Any case of the uid will do. Throws `not_found`, `forbidden`. */
  member(uid: string, wish: FollowWish, viewer: Viewer): Promise<Following>
  /** Throws as opening the playlist does, and `forbidden`. */
  bead(id: string, wish: FollowWish, viewer: Viewer): Promise<Following>
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
async function counted(manager: EntityManager, table: 'member' | 'bead' | 'tag', key: string, value: string): Promise<number> {
  const [row] = await sql<{ followerCount: number }>(manager, `SELECT "followerCount" FROM "${table}" WHERE "${key}" = :value`, { value })
  return row?.followerCount ?? 0
}

async function tell(manager: EntityManager, what: 'member' | 'bead' | 'tag', entity: string, by: string, { before, related, superfollow }: Turned): Promise<void> {
  if (related && !before.related) await emit(manager, { kind: 'followed', what, entity, by })
  if (!related && before.related) await emit(manager, { kind: 'unfollowed', what, entity, by })
  if (superfollow && !before.superfollow) await emit(manager, { kind: 'superfollowed', what, entity, by })
  if (related && !superfollow && before.superfollow) await emit(manager, { kind: 'unsuperfollowed', what, entity, by })
}

/** Ends a follow of a member, in a transaction that has locked both. */
export async function unfollowMember(manager: EntityManager, by: string, uid: string, now: number): Promise<Turned> {
  return turnMember(manager, by, uid, 'unfollow', now)
}

async function turnMember(manager: EntityManager, by: string, uid: string, wish: FollowWish, now: number): Promise<Turned> {
  const turned = await turn(manager, { uid: by, type: relationTypes.followMember, entity: uid }, wishes[wish], now)
  await countMember(manager, by, 'followingCount', turned.more)
  await countMember(manager, uid, 'followerCount', turned.more)
  await tell(manager, 'member', uid, by, turned)
  return turned
}

/** Changes a follow of a playlist whose row is locked. */
async function turnBead(beads: Beads, manager: EntityManager, by: string, bead: { id: string; creatorUid: string }, wish: FollowWish, now: number): Promise<Turned> {
  const turned = await turn(manager, { uid: by, type: relationTypes.followBead, entity: bead.id }, wishes[wish], now)
  const [row] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :id', { id: bead.id })
  if (row && !bool(row.isDraft)) await countMember(manager, by, 'collectedBeadCount', turned.more)
  // A creator counts neither as a follower nor as warmth (decision 12).
  if (turned.more !== 0 && by !== bead.creatorUid) {
    await sql(manager, 'UPDATE "bead" SET "followerCount" = "followerCount" + :more WHERE "id" = :id', { id: bead.id, more: turned.more })
    if (turned.more > 0) await beads.warm(manager, bead.id, 'followed')
    else await beads.cool(manager, bead.id, 'followed', turned.before.since!)
  }
  await tell(manager, 'bead', bead.id, by, turned)
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
    await turnBead(beads, manager, by, { id, creatorUid }, 'unfollow', now)
  }
}

const begins = (wish: FollowWish): boolean => wish === 'follow' || wish === 'superfollow'

/** Who may not follow may still take back what they follow (W6). */
function demandPrivilege(wish: FollowWish, viewer: Viewer): void {
  if (begins(wish) && !viewer.privileges.canFollow) throw new StrandError('forbidden', messages.cannotFollow)
}

export function createFollows({ db, beads, now }: FollowDeps): Follows {
  const followsBead = async (id: string, uid: string): Promise<boolean> =>
    (await sql(db, `SELECT 1 AS "yes" FROM "relation" WHERE "uid" = :uid AND "type" = ${relationTypes.followBead} AND "entity" = :id`, { id, uid })).length > 0

  return {
    async member(asked, wish, viewer) {
      demandPrivilege(wish, viewer)
      const uid = await knownUid(db, asked)
      if (uid === viewer.uid && begins(wish)) throw new StrandError('forbidden', messages.cannotFollowSelf)
      return transaction(db, async (manager) => {
        await lockMembers(manager, [...new Set([uid, viewer.uid])])
        if (begins(wish)) {
          await refuseBlocked(manager, viewer.uid, [uid])
          await refuseBlocked(manager, uid, [viewer.uid], messages.blockedByYou)
        }
        const { related, superfollow } = await turnMember(manager, viewer.uid, uid, wish, now())
        return { following: related, superfollow, count: await counted(manager, 'member', 'uid', uid) }
      })
    },

    async bead(id, wish, viewer) {
      demandPrivilege(wish, viewer)
      // What one follows one may leave, whether or not it may still be seen.
      const leaves = !begins(wish) && (await followsBead(id, viewer.uid))
      if (!leaves) await beads.open(id, viewer)
      return transaction(db, async (manager) => {
        await beads.lock(manager, id)
        const [bead] = await sql<{ creatorUid: string }>(manager, 'SELECT "creatorUid" FROM "bead" WHERE "id" = :id', { id })
        const { related, superfollow } = await turnBead(beads, manager, viewer.uid, { id, creatorUid: bead!.creatorUid }, wish, now())
        // The lock comes before the check, so that a block that is being made at the same time is seen.
        await lockMembers(manager, [viewer.uid])
        if (begins(wish)) await refuseBlocked(manager, viewer.uid, [bead!.creatorUid])
        return { following: related, superfollow, count: await counted(manager, 'bead', 'id', id) }
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
        const turned = await turn(manager, { uid: viewer.uid, type: relationTypes.followTag, entity: key }, wishes[wish], now())
        if (turned.more !== 0) await sql(manager, 'UPDATE "tag" SET "followerCount" = "followerCount" + :more WHERE "key" = :key', { key, more: turned.more })
        await tell(manager, 'tag', key, viewer.uid, turned)
        return { following: turned.related, count: await counted(manager, 'tag', 'key', key) }
      })
    },
  }
}
