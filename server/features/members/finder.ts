/** Finds members for admins (M1, S3). Each way walks an index, and a page follows the last member of the one before. */
import type { DataSource } from 'typeorm'
import type { Search } from '#search/port.ts'
import type { CallOutput } from '#contract/index.ts'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { Lookups } from '../search/service.ts'
import { prefixEnd } from '../words/service.ts'
import { adminMemberColumns, readAdminMembers, toAdminMember, type RawAdminMember } from './records.ts'

type Query = CallOutput<'GET /api/v0/admin/members'>['query']
type Found = Promise<{ results: AdminMember[]; next: string | null }>

export interface FinderDeps {
  db: DataSource
  index: Pick<Search, 'search'>
  lookups: Pick<Lookups, 'curators'>
  now: () => number
}

/** The cursor of results without a key of their own, such as those of the search index. */
function offsetOf(after: string | undefined): number {
  if (after === undefined) return 0
  if (!/^\d{1,6}$/.test(after)) throw new StrandError('invalid')
  return Number(after)
}

export function createFinder({ db, index, lookups, now }: FinderDeps): (query: Query) => Found {
  const currentInstant = (): string => new Date(now()).toISOString()

  /** A page of an index walk, whose cursor is the uid of its last member. */
  async function walk(rows: Promise<RawAdminMember[]>, limit: number): Found {
    const found = await rows
    const results = found.slice(0, limit).map((row) => toAdminMember(row, currentInstant()))
    return { results, next: found.length > limit ? results.at(-1)!.uid : null }
  }

  const select = (condition: string): string => `SELECT ${adminMemberColumns} FROM "member" m WHERE ${condition} LIMIT :limit`
  /** The key of the last member of the page before. */
  const last = (column: string): string => `(SELECT l."${column}", l."uid" FROM "member" l WHERE l."uid" = :after)`

  const newest = ({ limit, after }: Query): Found => {
    const earlier = after === undefined ? '' : `AND (m."creationDate", m."uid") < ${last('creationDate')}`
    return walk(
      sql(db, select(`m."removedDate" IS NULL ${earlier} ORDER BY m."creationDate" DESC, m."uid" DESC`), { after, limit: limit + 1 }),
      limit,
    )
  }

  /** The ones whose suspension ends first come first. */
  const suspended = ({ limit, after }: Query): Found => {
    const later = after === undefined ? '' : `AND (m."suspendedUntil", m."uid") > ${last('suspendedUntil')}`
    return walk(
      sql(db, select(`m."suspendedUntil" IS NOT NULL AND m."suspendedUntil" > :now ${later} ORDER BY m."suspendedUntil", m."uid"`), {
        after,
        now: currentInstant(),
        limit: limit + 1,
      }),
      limit,
    )
  }

  const admins = ({ limit, after }: Query): Found =>
    walk(
      sql(db, select(`m."isAdmin" = TRUE ${after === undefined ? '' : 'AND m."uid" > :after'} ORDER BY m."uid"`), {
        after,
        limit: limit + 1,
      }),
      limit,
    )

  const byEmail = ({ q, limit, after }: Query): Found =>
    walk(
      sql(
        db,
        select(
          `m."email" >= :from AND m."email" < :to ${after === undefined ? '' : `AND (m."email", m."uid") > ${last('email')}`} ORDER BY m."email"`,
        ),
        { from: q.toLowerCase(), to: prefixEnd(q.toLowerCase()), after, limit: limit + 1 },
      ),
      limit,
    )

  async function byTag({ q, limit, after }: Query): Found {
    const from = offsetOf(after)
    const { results, next } = await lookups.curators(q.slice(1), { from, limit }, null)
    const members = await readAdminMembers(
      db,
      results.map(({ uid }) => uid),
      currentInstant(),
    )
    return { results: members, next: next === null ? null : String(next) }
  }

  /** The member with exactly this user id, then those that the search index finds. It learns of changes a little later. */
  async function byName({ q, limit, after }: Query): Found {
    const from = offsetOf(after)
    const [exact] = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL', {
      key: q.replace(/^@/, '').toLowerCase(),
    })
    const { hits, next } = await index.search({
      text: q.replace(/^@/, ''),
      types: ['member'],
      reader: null,
      unfinished: true,
      namesOnly: true,
      from,
      limit,
    })
    const found = hits.map(({ id }) => id).filter((uid) => uid !== exact?.uid)
    const results = await readAdminMembers(db, exact && from === 0 ? [exact.uid, ...found] : found, currentInstant())
    return { results, next: next === null ? null : String(next) }
  }

  const lists = { newest, suspended, admins }

  return (query) => {
    const { q, list } = query
    if (q === '') return lists[list](query)
    if (q.startsWith('#')) return byTag(query)
    return /^[^@\s]+@/.test(q) ? byEmail(query) : byName(query)
  }
}
