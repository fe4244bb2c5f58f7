import type { EntityManager } from 'typeorm'
import { limits, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { PostTagEntity, type PostRow } from './entities.ts'
import { tagsIn } from './texts.ts'

type Tagged = Pick<PostRow, 'id' | 'beadId' | 'creatorUid' | 'isDraft' | 'category' | 'tags' | 'description'>

/** Tags of the post and tags in its text, by key with the first spelling. */
export function tagsOf({ tags, description }: Pick<PostRow, 'tags' | 'description'>): Map<string, string> {
  const found = new Map<string, string>()
  for (const tag of [...tags, ...tagsIn(description)]) {
    const key = tagKey(tag)
    if (key !== '' && !found.has(key) && found.size < limits.tags.count) found.set(key, tag)
  }
  return found
}

/** Stored tag keys of a post. */
export const tagKeysOf = async (manager: EntityManager, postId: string): Promise<string[]> =>
  (await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId', { postId })).map(
    ({ tagKey }) => tagKey,
  )

/** Replaces the tag rows of a post, in the transaction that changes it. */
export async function writePostTags(manager: EntityManager, post: Tagged): Promise<void> {
  const { id: postId, beadId, creatorUid, isDraft, category } = post
  await manager.delete(PostTagEntity, { postId })
  const rows = [...tagsOf(post)].map(([key, tag]) => ({ postId, tagKey: key, tag, beadId, creatorUid, isDraft, category }))
  if (rows.length > 0) await manager.insert(PostTagEntity, rows)
}
