/**
 * Removes the posts, comments and playlists of a member of a period, in one action of an admin (M1). The outbox does it in batches: the event
 * of each batch says where it begins, so that a removal survives a restart and skips what cannot be removed.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages, shorten, slugify, type CallOutput } from '#contract/index.ts'
import { formatId, type IdKind } from '#contract/ids.ts'
import type { ContentRemoval, RemovalPreview } from '#contract/schemas/adminMembers.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { FactOf } from '#outbox/facts.ts'
import { emit, type Consumer } from '#outbox/outbox.ts'
import { demandUid, grantedPrivileges } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import { isAdminNow, lockAdmins, logAdminAction } from '../moderation/service.ts'
import { textOf, type Posts } from '../posts/service.ts'
import { ContentRemovalEntity, type ContentRemovalRow } from './entities.ts'

type Request = CallOutput<'POST /api/v0/admin/members/:uid/removal'>['body']
type Counts = Pick<ContentRemovalRow, 'posts' | 'comments' | 'beads'>
/** A member's content of a period. */
type Scope = Pick<ContentRemovalRow, 'uid' | 'since' | 'before'>

export interface ContentRemovals {
  /** Throws `not_found`. */
  preview(uid: string, since: string | undefined): Promise<RemovalPreview>
  /** Throws `not_found`, and `conflict` while a removal of this member runs. */
  start(uid: string, request: Request, viewer: Viewer): Promise<ContentRemoval>
  /** The latest removal of a member; null if there was none. */
  latest(uid: string): Promise<ContentRemoval | null>
  consumer: Consumer
}

interface RemovalDeps {
  db: DataSource
  beads: Pick<Beads, 'remove'>
  posts: Pick<Posts, 'remove'>
  comments: Pick<Comments, 'remove'>
  now: () => number
}

/** Removed per event: takes well below the lease of the outbox. */
const batchSize = 20
/** Of each kind, in the preview. */
const sampleSize = 5

/** The order of removal. Comments first, so that those below own posts are counted and logged too. */
const following = { comment: 'post', post: 'bead', bead: null } as const satisfies Record<IdKind, IdKind | null>

/** Errors that a retry does not change. */
const lastingErrors: readonly string[] = ['not_found', 'forbidden', 'conflict', 'invalid']

/** Two conditions instead of `<>`, so that both are read from the index. */
const withoutOthers = `NOT EXISTS (SELECT 1 FROM "post" o WHERE o."beadId" = e."id" AND o."creatorUid" < :uid)
  AND NOT EXISTS (SELECT 1 FROM "post" o WHERE o."beadId" = e."id" AND o."creatorUid" > :uid)`

/** Rows `e` of the member in the period. Ids sort by time. */
const inScope = 'e."creatorUid" = :uid AND e."id" >= :first AND e."id" < :end'
const sources: Record<IdKind, string> = {
  comment: `FROM "comment" e WHERE ${inScope} AND e."deletedDate" IS NULL`,
  post: `FROM "post" e WHERE ${inScope}`,
  bead: `FROM "bead" e WHERE ${inScope} AND ${withoutOthers}`,
}

function boundsOf({ uid, since, before }: Scope, kind: IdKind): { uid: string; first: string; end: string } {
  const idAt = (instant: string): string => formatId(kind, Date.parse(instant), '0'.repeat(8))
  return { uid, first: since === '' ? '' : idAt(since), end: idAt(before) }
}

async function countIn(db: DataSource | EntityManager, scope: Scope, kind: IdKind, source = sources[kind]): Promise<number> {
  const [row] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${source}`, boundsOf(scope, kind))
  return Number(row!.total)
}

const countAll = async (db: DataSource | EntityManager, scope: Scope): Promise<Counts> => ({
  posts: await countIn(db, scope, 'post'),
  comments: await countIn(db, scope, 'comment'),
  beads: await countIn(db, scope, 'bead'),
})

async function readSample(db: DataSource, scope: Scope): Promise<RemovalPreview['sample']> {
  const latest = <Row>(kind: IdKind, columns: string): Promise<Row[]> =>
    sql(db, `SELECT e."id", e."creationDate", ${columns} ${sources[kind]} ORDER BY e."id" DESC LIMIT ${sampleSize}`, boundsOf(scope, kind))
  interface Raw {
    id: string
    creationDate: string
  }
  const posts = await latest<Raw & { title: string; beadId: string }>('post', 'e."title", e."beadId"')
  const comments = await latest<Raw & { text: string; postId: string }>('comment', 'e."text", e."postId"')
  const beads = await latest<Raw & { title: string }>('bead', 'e."title"')
  return [
    ...posts.map(({ beadId, ...post }) => ({ kind: 'post' as const, ...post, href: `/${beadId}/${slugify(post.title)}-${post.id}` })),
    ...comments.map(({ text, postId, ...comment }) => ({
      kind: 'comment' as const,
      ...comment,
      title: shorten(textOf(text), 140),
      href: `/${postId}`,
    })),
    ...beads.map((bead) => ({ kind: 'bead' as const, ...bead, href: `/${bead.id}` })),
  ]
}

export function createContentRemovals({ db, beads, posts, comments, now }: RemovalDeps): ContentRemovals {
  const instant = (): string => new Date(now()).toISOString()
  const removers = { post: posts, comment: comments, bead: beads }

  async function toAnswer(row: ContentRemovalRow): Promise<ContentRemoval> {
    const { id, since, before, reason, status, creationDate, posts, comments, beads } = row
    return { id, since: since || null, before, reason, status, creationDate, posts, comments, beads, left: await countAll(db, row) }
  }

  async function readLatest(uid: string): Promise<ContentRemovalRow | undefined> {
    const [row] = await db.getRepository(ContentRemovalEntity).find({ where: { uid }, order: { id: 'DESC' }, take: 1 })
    return row
  }

  const finish = (id: string, status: ContentRemovalRow['status']): Promise<unknown> =>
    transaction(db, (manager) => manager.update(ContentRemovalEntity, { id, status: 'running' }, { status }))

  /** Removes a batch; returns the id of its last entity, or null if there was none. */
  async function removeBatch(row: ContentRemovalRow, what: IdKind, after: string): Promise<string | null> {
    const found = await sql<{ id: string }>(db, `SELECT e."id" ${sources[what]} AND e."id" > :after ORDER BY e."id" LIMIT ${batchSize}`, {
      ...boundsOf(row, what),
      after,
    })
    const viewer: Viewer = { uid: row.adminUid, isAdmin: true, privileges: grantedPrivileges({ privileges: {} }), hides: false }
    for (const { id } of found) {
      await removers[what].remove(id, viewer, row.reason).catch((error: unknown) => {
        // Removed by an interrupted attempt, or by its author.
        if (!(error instanceof StrandError && lastingErrors.includes(error.code))) throw error
      })
      await yieldToEventLoop()
    }
    return found.at(-1)?.id ?? null
  }

  async function carryOn(fact: FactOf<'contentRemovalDue'>): Promise<void> {
    const { removal, what, after } = fact
    const row = await db.getRepository(ContentRemovalEntity).findOneBy({ id: removal, status: 'running' })
    if (row === null) return
    if (!(await isAdminNow(db, row.adminUid))) {
      await finish(removal, 'stopped')
      return
    }
    const last = await removeBatch(row, what, after)
    const next = last === null ? following[what] : what
    if (next === null) await finish(removal, 'done')
    else await transaction(db, (manager) => emit(manager, { ...fact, what: next, after: last ?? '' }))
  }

  return {
    async preview(givenUid, since = '') {
      const scope = { uid: await demandUid(db, givenUid), since, before: instant() }
      const counts = await countAll(db, scope)
      const created = await countIn(db, scope, 'bead', `FROM "bead" e WHERE ${inScope}`)
      const { before } = scope
      return { since: since || null, before, ...counts, othersBeads: created - counts.beads, sample: await readSample(db, scope) }
    },

    async start(givenUid, { since: from, before: end, reason }, viewer) {
      // As text, instants with and without milliseconds do not compare.
      const [since, before] = [from === undefined ? '' : new Date(from).toISOString(), new Date(end).toISOString()]
      if (before > instant() || since > before) throw new StrandError('invalid')
      const row = await transaction(db, async (manager) => {
        await lockAdmins(manager, viewer.uid)
        const uid = await demandUid(manager, givenUid)
        const scope = { uid, since, before }
        const started: ContentRemovalRow = {
          id: newId('row'),
          ...scope,
          adminUid: viewer.uid,
          reason,
          ...(await countAll(manager, scope)),
          status: 'running',
          creationDate: instant(),
        }
        await manager.insert(ContentRemovalEntity, started)
        const { posts, comments, beads } = started
        await logAdminAction(manager, {
          by: viewer.uid,
          action: 'member.removal',
          target: { kind: 'member', id: uid },
          detail: { ...(since !== '' && { since }), posts, comments, beads, reason },
        })
        await emit(manager, { kind: 'contentRemovalDue', removal: started.id, what: 'comment', after: '' })
        return started
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? new StrandError('conflict', messages.removalRuns) : error
      })
      return toAnswer(row)
    },

    async latest(uid) {
      const row = await readLatest(uid)
      return row === undefined ? null : toAnswer(row)
    },

    consumer: {
      name: 'members.contentRemoval',
      kinds: ['contentRemovalDue'],
      send: async (fact) => {
        if (fact.kind === 'contentRemovalDue') await carryOn(fact)
      },
    },
  }
}
