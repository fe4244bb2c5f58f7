/**
 * Deleting an account (BY12). Data that only concerns the member is deleted: sessions, keys and tokens, relations in
 * both directions (follows, collects, likes, followers), the picture, and playlists without posts of others. Content
 * that others use stays: playlists with posts of others, the member's posts in playlists of others, and comments. It
 * then belongs to "Deleted member", a row with a random uid (`tombstone.ts`); name and former uid are deleted.
 *
 * The request deletes the account in one transaction and emits `memberRemoved`; the consumer does the slow part later.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import { isActiveAdmin } from '#access/admins.ts'
import type { Viewer } from '#access/viewer.ts'
import { messages } from '#contract/index.ts'
import { databaseKind } from '#db/data-source.ts'
import { bool, sql, type Parameters, type RawBoolean } from '#db/sql.ts'
import { isConflict, isLockTimeout, isOrphan, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor } from '#http/session.ts'
import { emit, type Consumer } from '#outbox/outbox.ts'
import { relationTypes } from '../relations/service.ts'
import type { Images } from '../images/service.ts'
import type { Mail } from '../mail/service.ts'
import { lockAdminRows } from '../moderation/service.ts'
import type { Guesser } from './devices.ts'
import { MemberEntity, unset } from './entities.ts'
import { instantIn } from './keys.ts'
import { grantedPrivileges, lockMember } from './members.ts'
import { createProof, type ProofDeps } from './proof.ts'
import { forgetInEvents, forgetMentions, storeText, toTombstone, type TextChange } from './tombstone.ts'

export interface Removal {
  /** Throws the errors of `Proof`, and `conflict` for the last admin. */
  remove(actor: Actor, given: { password?: string | undefined; guesser: Guesser }): Promise<void>
  /**
   * Deletes files, mentions in texts and playlists after the commit. The outbox calls it again if it fails or the
   * process crashes, so every step is idempotent.
   */
  consumer: Consumer
}

interface RemovalDeps extends ProofDeps {
  beads: { remove(id: string, viewer: Viewer): Promise<void> }
  mail: Pick<Mail, 'forget'>
  images: Pick<Images, 'remove'>
}

/** Retries after a conflict with a concurrent write of the same member, with increasing pauses (ms). */
const retries = 20
const retryPause = 20
/**
 * PostgreSQL: how long a removal waits for a lock (ms). It locks the member first, while the member's other writes lock the playlist or
 * post first. A removal that gives way sooner than PostgreSQL looks for deadlocks (1 s) is never in one, and those writes do not fail.
 */
const removalLockMs = 200

async function retrying(work: () => Promise<void>, failures = 0): Promise<void> {
  try {
    await work()
  } catch (error) {
    // PostgreSQL: another write keeps a lock, or a row with a reference to the member was added after its table was updated.
    if (failures === retries || !(isLockTimeout(error) || isConflict(error) || isOrphan(error))) throw error
    await sleep(retryPause * (failures + 1))
    return retrying(work, failures + 1)
  }
}

/**
 * Tables whose rows are not deleted although their foreign key cascades. Flags report content of others, and the review
 * queue counts them. A consumer of notifications removes the member's activities from their groups.
 */
const retainedTables: ReadonlySet<string> = new Set(['flag', 'notification_activity'])

const { collect, followBead, followMember, followTag, upvote, likeComment } = relationTypes
/** Entities to which the member has a relation of a type. */
const related = (type: number): string => `SELECT "entity" FROM "relation" WHERE "uid" = :uid AND "type" = ${type}`

/** Counters exclude actions on one's own content (decision 12), so those of the member's own content stay the same. */
const counters: readonly string[] = [
  `UPDATE "post" SET "collectCount" = "collectCount" - 1, "score" = "score" - 2 WHERE "creatorUid" <> :uid AND "id" IN (${related(collect)})`,
  `UPDATE "post" SET "upvoteCount" = "upvoteCount" - 1, "score" = "score" - 1 WHERE "creatorUid" <> :uid AND "id" IN (${related(upvote)})`,
  `UPDATE "bead" SET "followerCount" = "followerCount" - 1 WHERE "creatorUid" <> :uid AND "id" IN (${related(followBead)})`,
  `UPDATE "member" SET "followerCount" = "followerCount" - 1 WHERE "uid" IN (${related(followMember)})`,
  `UPDATE "tag" SET "followerCount" = "followerCount" - 1 WHERE "key" IN (${related(followTag)})`,
  `UPDATE "comment" SET "likeCount" = "likeCount" - 1 WHERE "creatorUid" <> :uid AND "id" IN (${related(likeComment)})`,
  `UPDATE "member" SET "followingCount" = "followingCount" - 1
   WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = ${followMember} AND "entity" = :uid)`,
  // `hiddenCount` counts members: one who both blocks and mutes the deleted member is decreased once.
  `UPDATE "member" SET "hiddenCount" = "hiddenCount" - 1 WHERE "uid" IN (SELECT "uid" FROM "block_or_mute" WHERE "otherUid" = :uid)`,
]

/** Rows that reference the member without a foreign key. */
const loose: readonly string[] = [
  `DELETE FROM "relation" WHERE "type" = ${followMember} AND "entity" = :uid`,
  'DELETE FROM "partner_entry" WHERE "postId" IN (SELECT "id" FROM "post" WHERE "creatorUid" = :uid)',
  `DELETE FROM "word" WHERE "kind" = 'member' AND "entity" = :uid`,
]

/** Tables whose rows are deleted with a member: those with a cascading foreign key to `member`, from the entities. */
export function ownedTables(db: DataSource): { table: string; column: string }[] {
  return db.entityMetadatas.flatMap(({ tableName, foreignKeys }) =>
    foreignKeys
      .filter(({ referencedEntityMetadata, onDelete }) => referencedEntityMetadata.tableName === 'member' && onDelete === 'CASCADE')
      .filter(() => !retainedTables.has(tableName))
      .map(({ columnNames }) => ({ table: tableName, column: columnNames[0]! })),
  )
}

/**
 * On PostgreSQL, the member could write between the update of the counters and the deletion of the rows. Locks the
 * member's row, so that no row with a reference to it is inserted, and the relations, so that none is deleted. Before,
 * locks the rows of admins if the member is one, in the order of all other removals of admins. SQLite has only one
 * writer at a time.
 */
async function holdWrites(manager: EntityManager, uid: string): Promise<void> {
  if (databaseKind(manager.dataSource) === 'sqlite') return
  await sql(manager, `SET LOCAL lock_timeout = ${removalLockMs}`)
  const readAdmin = async (lock = ''): Promise<boolean> => {
    const [row] = await sql<{ isAdmin: RawBoolean }>(manager, `SELECT "isAdmin" FROM "member" WHERE "uid" = :uid ${lock}`, { uid })
    return row !== undefined && bool(row.isAdmin)
  }
  const wasAdmin = await readAdmin()
  if (wasAdmin) await lockAdminRows(manager)
  // Appointed in between: in the wrong order, which the lock timeout keeps from a deadlock.
  if ((await readAdmin('FOR UPDATE')) && !wasAdmin) await lockAdminRows(manager)
  await sql(manager, 'SELECT 1 FROM "relation" WHERE "uid" = :uid FOR UPDATE', { uid })
}

/** Corrects counters, deletes the member's rows, and clears the member's own row. */
async function empty(manager: EntityManager, uid: string): Promise<void> {
  const run = (statement: string, parameters: Parameters = { uid }) => sql(manager, statement, parameters)
  for (const statement of [...counters, ...loose]) await run(statement)
  for (const { table, column } of ownedTables(manager.dataSource)) await run(`DELETE FROM "${table}" WHERE "${column}" = :uid`)
  await manager.update(
    MemberEntity,
    { uid },
    {
      ...unset,
      name: messages.deletedMember,
      email: null,
      passwordHash: null,
      verified: false,
      isAdmin: false,
      description: '',
      city: '',
      country: '',
      image: null,
      privileges: {},
      followerCount: 0,
      followingCount: 0,
      collectedPostCount: 0,
      collectedBeadCount: 0,
      hiddenCount: null,
      removedDate: instantIn(0),
    },
  )
}

export function createRemoval({ db, limits, devices, beads, images, mail }: RemovalDeps): Removal {
  const proof = createProof({ db, limits, devices })

  const refuseLastAdmin = async (manager: EntityManager, uid: string): Promise<void> => {
    const others = await sql(manager, `SELECT 1 FROM "member" m WHERE ${isActiveAdmin('m')} AND m."uid" <> :uid LIMIT 1`, {
      uid,
      now: instantIn(0),
    })
    if (others.length === 0) throw new StrandError('conflict', messages.lastAdmin)
  }

  /** Ids of the member's playlists without posts of others; with `id`, only that playlist, if it is one of them. */
  const alone = (uid: string, id?: string): Promise<{ id: string }[]> =>
    sql(
      db,
      `SELECT v."id" FROM "bead" v WHERE v."creatorUid" = :uid ${id === undefined ? '' : 'AND v."id" = :id'}
       AND NOT EXISTS (SELECT 1 FROM "post" p WHERE p."beadId" = v."id" AND p."creatorUid" <> :uid) ORDER BY v."id"`,
      { uid, id },
    )

  /** Writes a text and emits an event in the name of `by`, so that consumers such as the search index update. */
  const forgetMention =
    (by: string) =>
    (change: TextChange): Promise<void> =>
      transaction(db, async (manager) => {
        if (!(await storeText(manager, change))) return
        const { table, id } = change
        if (table === 'bead') await emit(manager, { kind: 'beadChanged', beadId: id, by })
        if (table !== 'post') return
        const [post] = await sql<{ beadId: string }>(manager, 'SELECT "beadId" FROM "post" WHERE "id" = :id', { id })
        if (post) await emit(manager, { kind: 'postChanged', postId: id, beadId: post.beadId, by })
      })

  return {
    async remove(actor, given) {
      await proof.demand(actor, given)
      const { uid } = actor
      await retrying(() =>
        transaction(db, async (manager) => {
          await holdWrites(manager, uid)
          const row = await lockMember(manager, uid)
          if (row === null || row.removedDate !== null) throw new StrandError('unauthenticated')
          if (row.isAdmin) await refuseLastAdmin(manager, uid)
          await empty(manager, uid)
          const { name, email } = row
          await emit(manager, { kind: 'memberRemoved', uid: await toTombstone(manager, uid), former: uid, name, email })
        }),
      )
    },

    consumer: {
      name: 'accounts.removal',
      kinds: ['memberRemoved'],
      async send(fact) {
        if (fact.kind !== 'memberRemoved') return
        const { uid, former, name, email } = fact
        await images.remove('profile', [former])
        await mail.forget({ uid: former, name, email })
        await forgetMentions(db, former, forgetMention(uid))
        await transaction(db, (manager) => forgetInEvents(manager, former, uid))
        // With an admin's permissions: the creator of an open playlist may not delete it while it has posts.
        const viewer: Viewer = { uid, isAdmin: true, privileges: grantedPrivileges({ privileges: {} }), hides: false }
        for (const { id } of await alone(uid)) {
          // Check again: others may have deleted the playlist or posted into it since the list was read.
          if ((await alone(uid, id)).length > 0) await beads.remove(id, viewer)
        }
      },
    },
  }
}
