/**
 * Blocking and muting (BY14). Whom a member blocks is out of their sight in every list, and can do
 * nothing to them: not follow them or their playlists, not comment on their posts, not like what they
 * say, not mention, invite or share to them. Whom a member mutes is out of their sight in the feed, in
 * comments and in notifications, and notices nothing. Collecting and upvoting what is public stays
 * possible and is not told to whoever blocks or mutes.
 */
import type { DataSource, EntityManager } from 'typeorm'
import { messages } from '../../contract/index.ts'
import { sql } from '../../db/sql.ts'
import { StrandError } from '../../http/errors.ts'
import type { Aversion } from './entities.ts'

type Hider = { hides?: boolean } | null

const hidden = (viewer: Hider, column: string, kinds: string): string | null =>
  viewer?.hides ? `NOT EXISTS (SELECT 1 FROM "aversion" h WHERE h."uid" = :viewer AND h."otherUid" = ${column}${kinds})` : null

/**
 * The condition of a list that shows what members made or who they are: not by those whom `:viewer`
 * blocks. Null where there is nobody, so that it costs nothing: `[…].filter(Boolean).join(' AND ')`.
 *
 * @param column of the uid in question, for example `p."creatorUid"`.
 */
export const exceptBlocked = (viewer: Hider, column: string): string | null => hidden(viewer, column, ` AND h."kind" = 'block'`)

/** The same for feed, comments and notifications: neither by those whom `:viewer` blocks nor by those whom they mute. */
export const exceptMuted = (viewer: Hider, column: string): string | null => hidden(viewer, column, '')

/** SQL: that the member `uid` blocks or mutes `other`; both are columns or parameters. For what is done without a viewer. */
export const ignores = (uid: string, other: string): string =>
  `EXISTS (SELECT 1 FROM "aversion" h WHERE h."uid" = ${uid} AND h."otherUid" = ${other})`

/** Those of `uids` who block `by`. */
export async function blockersOf(db: DataSource | EntityManager, by: string, uids: readonly string[], kind: Aversion | 'any' = 'block'): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await sql<{ uid: string }>(
    db,
    `SELECT "uid" FROM "aversion" WHERE "otherUid" = :by AND "uid" IN (:...uids)${kind === 'any' ? '' : ' AND "kind" = :kind'}`,
    { by, uids, kind },
  )
  return new Set(rows.map(({ uid }) => uid))
}

/** Throws `forbidden` where one of `uids` blocks `by`: before whatever `by` would do to them. */
export async function refuseBlocked(db: DataSource | EntityManager, by: string, uids: readonly string[], message: string = messages.blocked): Promise<void> {
  if ((await blockersOf(db, by, uids)).size > 0) throw new StrandError('forbidden', message)
}
