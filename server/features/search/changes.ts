/** The log of what search indexes have to look at again: what each fact puts into it, and when it is forgotten. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import type { Change } from '#search/port.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import type { Fact, FactKind, FactOf } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'
import { SearchChangeEntity } from './entities.ts'

/** What may be another now. */
export type Touched = Omit<Change, 'position'>

const bead = (id: string): Touched => ({ type: 'bead', id })
const post = (id: string): Touched => ({ type: 'post', id })
const member = (id: string): Touched => ({ type: 'member', id })
const within = (id: string): Touched => ({ type: 'within', id })
const tags = (keys: readonly string[] = []): Touched[] => keys.map((id) => ({ type: 'tag', id }))

const tagsOf = async (manager: EntityManager, postId: string): Promise<Touched[]> =>
  tags(
    (await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId', { postId })).map(
      ({ tagKey }) => tagKey,
    ),
  )

/** Of what is published, invitations say only who may post. */
async function withinDraft(manager: EntityManager, beadId: string): Promise<Touched[]> {
  const [row] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :beadId', { beadId })
  return row && bool(row.isDraft) ? [within(beadId)] : []
}

async function madeBy(manager: EntityManager, uid: string): Promise<Touched[]> {
  const ids = async (table: 'bead' | 'post'): Promise<{ id: string }[]> =>
    sql(manager, `SELECT "id" FROM "${table}" WHERE "creatorUid" = :uid ORDER BY "id"`, { uid })
  return [...(await ids('bead')).map(({ id }) => bead(id)), ...(await ids('post')).map(({ id }) => post(id))]
}

type Touches<K extends FactKind> = (fact: FactOf<K>, manager: EntityManager) => readonly Touched[] | Promise<readonly Touched[]>

const ofMember = ({ uid }: { uid: string }): Touched[] => [member(uid)]
const ofPost = ({ postId }: { postId: string }): Touched[] => [post(postId)]
const ofFollowed = ({ what, entity }: { what: 'member' | 'bead' | 'tag'; entity: string }): Touched[] => [{ type: what, id: entity }]

/**
 * Null where a fact changes nothing that is found or that finds are sorted by. Whom a reader blocks is
 * seen to when they search; names, roles and counters of members stand in no document but their own.
 */
const touches: { [K in FactKind]: Touches<K> | null } = {
  memberJoined: ofMember,
  memberChanged: ofMember,
  // Documents of what stays name its creator.
  memberRemoved: async ({ uid, former }, manager) => [member(former), ...(await madeBy(manager, uid))],
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
  superfollowersDue: null,
  passwordResetAsked: null,
  emailVerificationAsked: null,
  notified: null,
  digestDue: null,
  beadShared: null,
  postShared: null,
  shareMailDue: null,
}

/** Each once. */
export async function touchedBy(manager: EntityManager, fact: Fact): Promise<Touched[]> {
  const keys = (await (touches[fact.kind] as Touches<FactKind> | null)?.(fact, manager)) ?? []
  return [...new Map(keys.map((key) => [`${key.type} ${key.id}`, key])).values()]
}

/** Rows of one INSERT: a playlist that goes may take thousands of tags along. */
const rowsAtOnce = 500

/** Answers the position of the last one; null where there is none. */
export async function append(manager: EntityManager, keys: readonly Touched[], creationDate: string): Promise<number | null> {
  if (keys.length === 0) return null
  await sql(manager, 'UPDATE "search_head" SET "position" = "position" + :more', { more: keys.length })
  const [head] = await sql<{ position: number | string }>(manager, 'SELECT "position" FROM "search_head"')
  const before = Number(head!.position) - keys.length
  for (let from = 0; from < keys.length; from += rowsAtOnce)
    await manager.insert(
      SearchChangeEntity,
      keys.slice(from, from + rowsAtOnce).map((key, n) => ({ ...key, position: before + from + n + 1, creationDate })),
    )
  return before + keys.length
}

/** For whoever writes rows and no facts: a gap in the log, beyond which no index follows, so that each is built anew. */
export const outdate = (manager: EntityManager): Promise<unknown> => sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')

/** @param changed is called when indexes have something to follow: up to a position, because of a fact. It must not throw. */
export const searchLog = (changed: (position: number, fact: Fact) => void, now: () => number = Date.now): Consumer => ({
  name: 'search',
  kinds: (Object.keys(touches) as FactKind[]).filter((kind) => touches[kind] !== null),
  async apply(manager, fact) {
    const position = await append(manager, await touchedBy(manager, fact), new Date(now()).toISOString())
    if (position !== null) afterCommit(() => changed(position, fact))
  },
})

/** An index that was away for longer is rebuilt; after an account was deleted, already after `uidsMs`. */
const keepMs = 7 * 86_400_000
const sweptAtOnce = 1000

export const searchSweep = (db: DataSource, now: () => number = Date.now): Job => ({
  name: 'search.sweep',
  everyMs: 86_400_000,
  async run(signal) {
    const before = new Date(now() - keepMs).toISOString()
    while (!signal.aborted) {
      // Positions grow with time, so the oldest lie at the beginning.
      const oldest = await sql<{ position: number | string; creationDate: string }>(
        db,
        'SELECT "position", "creationDate" FROM "search_change" ORDER BY "position" LIMIT :most',
        { most: sweptAtOnce },
      )
      const last = oldest.findLast(({ creationDate }) => creationDate < before)
      if (!last) return
      await transaction(db, (manager) =>
        sql(manager, 'DELETE FROM "search_change" WHERE "position" <= :last', { last: Number(last.position) }),
      )
    }
  },
})

/** Milliseconds in which an index follows the deletion of an account; one that has not is rebuilt. */
const uidsMs = 3_600_000

/**
 * Lines that name a deleted account's former uid are removed after an hour, with all before them: positions keep no gaps, and an
 * index that has not followed so far, and may still hold the account, is rebuilt.
 */
export function searchUidSweep(db: DataSource, now: () => number = Date.now): Job {
  /** Lines up to here name no deleted account. */
  let checked = 0
  return {
    name: 'search.uids',
    everyMs: 600_000,
    async run(signal) {
      const before = new Date(now() - uidsMs).toISOString()
      while (!signal.aborted) {
        const rows = await sql<{ position: number | string; type: string; id: string }>(
          db,
          'SELECT "position", "type", "id" FROM "search_change" WHERE "position" > :checked AND "creationDate" < :before ORDER BY "position" LIMIT :most',
          { checked, before, most: sweptAtOnce },
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
        await nextTurn()
      }
    },
  }
}
