import type { EntityManager } from 'typeorm'
import { bool, sql, type RawBoolean } from '../../db/sql.ts'
import { deletePostReferences } from '../moderation/service.ts'
import { relationTypes } from '../relations/service.ts'
import { countForMembers } from './memberCounts.ts'

/** Posts of a playlist whose pictures were uploaded here. */
export async function postsWithPictures(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, `SELECT "id" FROM "post" WHERE "beadId" = :id AND "media" LIKE '%/posts/p%.jpg?v=%'`, { id })
  return rows.map((row) => row.id)
}

/** Keys of the tags that posts of a playlist have. */
export async function tagsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ tagKey: string }>(manager, 'SELECT DISTINCT "tagKey" FROM "post_tag" WHERE "beadId" = :id', { id })
  return rows.map(({ tagKey }) => tagKey)
}

/** Posts of a playlist that were found elsewhere: whoever found them was told. */
export async function repostsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, 'SELECT "id" FROM "post" WHERE "beadId" = :id AND "originalPostId" IS NOT NULL', { id })
  return rows.map((row) => row.id)
}

/**
 * Deletes a playlist whose row is locked. Foreign keys delete its posts, their comments and plays and its
 * invitees; relations refer to it by a text, and counters are sums of rows, so both are updated here.
 */
export async function removeBead(manager: EntityManager, id: string): Promise<void> {
  const { collect, upvote, followBead } = relationTypes
  const [bead] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :id', { id })
  const parameters = { id, collect, upvote, followBead }
  const posts = 'SELECT "id" FROM "post" WHERE "beadId" = :id'
  const statements = [
    `DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" IN (${posts})`,
    'DELETE FROM "relation" WHERE "type" = :followBead AND "entity" = :id',
    'DELETE FROM "day_bead" WHERE "beadId" = :id',
    'DELETE FROM "bead" WHERE "id" = :id',
  ]
  if (bead && !bool(bead.isDraft)) await countForMembers(manager, id, -1)
  await deletePostReferences(manager, posts, { id })
  for (const statement of statements) await sql(manager, statement, parameters)
}
