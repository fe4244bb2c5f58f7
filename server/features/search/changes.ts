/** The change log of the search indexes: the entries of each outbox event, and their retention. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import type { Change } from '#search/port.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import type { Fact, FactKind, FactOf } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'
import { SearchChangeEntity } from './entities.ts'

/** Key of documents that may have changed. */
export type ChangedKey = Omit<Change, 'position'>

const bead = (id: string): ChangedKey => ({ type: 'bead', id })
const post = (id: string): ChangedKey => ({ type: 'post', id })
const member = (id: string): ChangedKey => ({ type: 'member', id })
const within = (id: string): ChangedKey => ({ type: 'within', id })
const tags = (keys: readonly string[] = []): ChangedKey[] => keys.map((id) => ({ type: 'tag', id }))

const tagsOf = async (manager: EntityManager, postId: string): Promise<ChangedKey[]> =>
  tags(
    (await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId', { postId })).map(
      ({ tagKey }) => tagKey,
    ),
  )

/** In a published playlist invitations affect only who may post, not who may see its posts. */
async function withinDraft(manager: EntityManager, beadId: string): Promise<ChangedKey[]> {
  const [row] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :beadId', { beadId })
  return row && bool(row.isDraft) ? [within(beadId)] : []
}

async function contentsOf(manager: EntityManager, uid: string): Promise<ChangedKey[]> {
  const ids = async (table: 'bead' | 'post'): Promise<{ id: string }[]> =>
    sql(manager, `SELECT "id" FROM "${table}" WHERE "creatorUid" = :uid ORDER BY "id"`, { uid })
  return [...(await ids('bead')).map(({ id }) => bead(id)), ...(await ids('post')).map(({ id }) => post(id))]
}

type KeysOfFact<K extends FactKind> = (fact: FactOf<K>, manager: EntityManager) => readonly ChangedKey[] | Promise<readonly ChangedKey[]>

const ofMember = ({ uid }: { uid: string }): ChangedKey[] => [member(uid)]
const ofPost = ({ postId }: { postId: string }): ChangedKey[] => [post(postId)]
const ofFollowed = ({ what, entity }: { what: 'member' | 'bead' | 'tag'; entity: string }): ChangedKey[] => [{ type: what, id: entity }]

/**
 * Null if an event changes neither contents nor order of documents. Blocks are applied at query time; a member's name, role and
 * counters are only in the member's own document.
 */
const keysByFact: { [K in FactKind]: KeysOfFact<K> | null } = {
  memberJoined: ofMember,
  memberChanged: ofMember,
  // Remaining playlists and posts contain the uid of their creator.
  memberRemoved: async ({ uid, former }, manager) => [member(former), ...(await contentsOf(manager, uid))],
  beadCreated: ({ beadId }) => [bead(beadId)],
  beadChanged: ({ beadId, posts }) => [bead(beadId), ...(posts ? [within(beadId)] : [])],
  beadPublished: ({ beadId }) => [bead(beadId), within(beadId)],
  beadRemoved: (fact) => [bead(fact.beadId), within(fact.beadId), ...tags(fact.tags)],
  invited: async ({ beadId }, manager) => [bead(beadId), ...(await withinDraft(manager, beadId))],
  postCreated: async ({ postId, beadId }, manager) => [post(postId), bead(beadId), ...(await tagsOf(manager, postId))],
  postChanged: async (fact, manager) => [post(fact.postId), ...tags(fact.tags), ...(await tagsOf(manager, fact.postId))],
  postRemoved: (fact) => [post(fact.postId), bead(fact.beadId), ...tags(fact.tags)],
  collected: ofPost,
  uncollected: ofPost,
  upvoted: ofPost,
  unupvoted: ofPost,
  commentCreated: ofPost,
  commentRemoved: ofPost,
  followed: ofFollowed,
  unfollowed: ofFollowed,
  reposted: null,
  played: null,
  commentChanged: null,
  commentLiked: null,
  commentUnliked: null,
  superfollowed: null,
  unsuperfollowed: null,
  blocked: null,
  unblocked: null,
  muted: null,
  unmuted: null,
  flagged: null,
  flagsDismissed: null,
  reviewDecided: null,
  moderated: null,
  contentRemovalDue: null,
  // The playlist is a draft before and after.
  beadReturned: null,
  superfollowersDue: null,
  passwordResetAsked: null,
  emailVerificationAsked: null,
  notified: null,
  digestDue: null,
  beadShared: null,
  postShared: null,
  shareMailDue: null,
}

/** Without duplicates. */
export async function changedKeys(manager: EntityManager, fact: Fact): Promise<ChangedKey[]> {
  const keys = (await (keysByFact[fact.kind] as KeysOfFact<FactKind> | null)?.(fact, manager)) ?? []
  return [...new Map(keys.map((key) => [`${key.type} ${key.id}`, key])).values()]
}

/** Rows per INSERT: a deleted playlist can have thousands of tags. */
const insertBatchSize = 500

/** Returns the position of the last key; null if there is none. */
export async function append(manager: EntityManager, keys: readonly ChangedKey[], creationDate: string): Promise<number | null> {
  if (keys.length === 0) return null
  await sql(manager, 'UPDATE "search_head" SET "position" = "position" + :more', { more: keys.length })
  const [head] = await sql<{ position: number | string }>(manager, 'SELECT "position" FROM "search_head"')
  const before = Number(head!.position) - keys.length
  for (let from = 0; from < keys.length; from += insertBatchSize)
    await manager.insert(
      SearchChangeEntity,
      keys.slice(from, from + insertBatchSize).map((key, n) => ({ ...key, position: before + from + n + 1, creationDate })),
    )
  return before + keys.length
}

/** For writes without events: leaves a gap in the log, so that every index is rebuilt. */
export const invalidateIndexes = (manager: EntityManager): Promise<unknown> =>
  sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')

/** @param changed is called after the commit of an event, with the new end of the log. It must not throw. */
export const searchLog = (changed: (position: number, fact: Fact) => void, now: () => number = Date.now): Consumer => ({
  name: 'search',
  kinds: (Object.keys(keysByFact) as FactKind[]).filter((kind) => keysByFact[kind] !== null),
  async apply(manager, fact) {
    const position = await append(manager, await changedKeys(manager, fact), new Date(now()).toISOString())
    if (position !== null) afterCommit(() => changed(position, fact))
  },
})

/** An index that is further behind is rebuilt; after the deletion of an account, already after `uidRetentionMs`. */
const retentionMs = 7 * 86_400_000
const sweepBatchSize = 1000

export const searchSweep = (db: DataSource, now: () => number = Date.now): Job => ({
  name: 'search.sweep',
  everyMs: 86_400_000,
  async run(signal) {
    const before = new Date(now() - retentionMs).toISOString()
    while (!signal.aborted) {
      // Positions increase with time, so the oldest entries come first.
      const oldest = await sql<{ position: number | string; creationDate: string }>(
        db,
        'SELECT "position", "creationDate" FROM "search_change" ORDER BY "position" LIMIT :sweepBatchSize',
        { sweepBatchSize },
      )
      const last = oldest.findLast(({ creationDate }) => creationDate < before)
      if (!last) return
      await transaction(db, (manager) =>
        sql(manager, 'DELETE FROM "search_change" WHERE "position" <= :last', { last: Number(last.position) }),
      )
    }
  },
})

/** Time in ms in which an index must process the deletion of an account; otherwise it is rebuilt. */
const uidRetentionMs = 3_600_000

/**
 * Deletes entries with the former uid of a deleted account after an hour, with all entries before them, because positions are
 * consecutive. An index that is behind, and may still contain the account, is rebuilt.
 */
export function searchUidSweep(db: DataSource, now: () => number = Date.now): Job {
  /** Entries up to this position contain no deleted account. */
  let checked = 0
  return {
    name: 'search.uids',
    everyMs: 600_000,
    async run(signal) {
      const before = new Date(now() - uidRetentionMs).toISOString()
      while (!signal.aborted) {
        const rows = await sql<{ position: number | string; type: string; id: string }>(
          db,
          'SELECT "position", "type", "id" FROM "search_change" WHERE "position" > :checked AND "creationDate" < :before ORDER BY "position" LIMIT :sweepBatchSize',
          { checked, before, sweepBatchSize },
        )
        if (rows.length === 0) return
        const uids = [...new Set(rows.flatMap(({ type, id }) => (type === 'member' ? id : [])))]
        const known = new Set(
          uids.length === 0
            ? []
            : (await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uid" IN (:...uids)', { uids })).map(({ uid }) => uid),
        )
        const last = rows.findLast(({ type, id }) => type === 'member' && !known.has(id))
        if (last)
          await transaction(db, (manager) =>
            sql(manager, 'DELETE FROM "search_change" WHERE "position" <= :last', { last: Number(last.position) }),
          )
        checked = Number(rows.at(-1)!.position)
        await yieldToEventLoop()
      }
    },
  }
}
