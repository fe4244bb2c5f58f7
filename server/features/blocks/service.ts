/**
 * Blocks and mutes (BY14). A blocked member is hidden from every list of the blocker and cannot follow them or their playlists,
 * comment on their posts, like their comments, mention, invite or share to them. A muted member is hidden from the feed, comments and
 * notifications, and can still do everything. Collecting and upvoting public posts stays possible for both, without a notification.
 */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { BlockOrMute } from './entities.ts'

export { BlockOrMuteEntity, type BlockOrMute } from './entities.ts'

type HidingViewer = Pick<Viewer, 'hides'> | null

const excludeHidden = (viewer: HidingViewer, column: string, kinds: string): string | null =>
  viewer?.hides ? `NOT EXISTS (SELECT 1 FROM "block_or_mute" h WHERE h."uid" = :viewer AND h."otherUid" = ${column}${kinds})` : null

/**
 * SQL condition that excludes members whom `:viewer` blocks. Null if the viewer blocks and mutes no one, so that it
 * costs nothing: callers join conditions with `[…].filter(Boolean).join(' AND ')`.
 *
 * @param column of the uid in question, for example `p."creatorUid"`.
 */
export const exceptBlocked = (viewer: HidingViewer, column: string): string | null =>
  excludeHidden(viewer, column, ` AND h."kind" = 'block'`)

/**
 * SQL condition that excludes members whom `:viewer` blocks or mutes, for feed, comments and notifications. Null as
 * above.
 */
export const exceptMuted = (viewer: HidingViewer, column: string): string | null => excludeHidden(viewer, column, '')

/**
 * SQL condition: the member `uid` blocks or mutes the member `other`. Both are SQL expressions, such as a column or a
 * parameter. For background jobs, which have no viewer.
 */
export const blocksOrMutes = (uid: string, other: string): string =>
  `EXISTS (SELECT 1 FROM "block_or_mute" h WHERE h."uid" = ${uid} AND h."otherUid" = ${other})`

/** Uids of the members whom the viewer blocks and, with `muted`, mutes. */
export async function hiddenFrom(
  db: DataSource,
  viewer: Pick<Viewer, 'uid' | 'hides'> | null,
  muted: boolean,
): Promise<ReadonlySet<string>> {
  if (!viewer?.hides) return new Set()
  const rows = await sql<{ otherUid: string }>(
    db,
    `SELECT "otherUid" FROM "block_or_mute" WHERE "uid" = :uid${muted ? '' : ` AND "kind" = 'block'`}`,
    { uid: viewer.uid },
  )
  return new Set(rows.map(({ otherUid }) => otherUid))
}

/** The members among `uids` who block `by`; with another `kind`, who mute or who do either. */
export async function blockersOf(
  db: DataSource | EntityManager,
  by: string,
  uids: readonly string[],
  kind: BlockOrMute | 'any' = 'block',
): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await sql<{ uid: string }>(
    db,
    `SELECT "uid" FROM "block_or_mute" WHERE "otherUid" = :by AND "uid" IN (:...uids)${kind === 'any' ? '' : ' AND "kind" = :kind'}`,
    { by, uids, kind },
  )
  return new Set(rows.map(({ uid }) => uid))
}

/** Throws `forbidden` if one of `uids` blocks `by`. */
export async function refuseBlocked(
  db: DataSource | EntityManager,
  by: string,
  uids: readonly string[],
  message: string = messages.blocked,
): Promise<void> {
  if ((await blockersOf(db, by, uids)).size > 0) throw new StrandError('forbidden', message)
}
