import type { EntityManager } from 'typeorm'
import { limits, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { PostTagEntity, type PostRow } from './entities.ts'
import { tagsIn } from './texts.ts'

type Tagged = Pick<PostRow, 'id' | 'beadId' | 'creatorUid' | 'isDraft' | 'category' | 'tags' | 'description'>

/** A post is found by the tags it was given and by those in its text; each key with its first spelling. */
export function tagsOf({ tags, description }: Pick<PostRow, 'tags' | 'description'>): Map<string, string> {
  const found = new Map<string, string>()
  for (const tag of [...tags, ...tagsIn(description)]) {
    const key = tagKey(tag)
    if (key !== '' && !found.has(key) && found.size < limits.tags.count) found.set(key, tag)
  }
  return found
}

/** Keys of the tags that a post is found by. */
export const tagKeysOf = async (manager: EntityManager, postId: string): Promise<string[]> =>
  (await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId', { postId })).map(
    ({ tagKey }) => tagKey,
  )

/** Makes the rows those of the post, in the transaction that changes it. */
export async function writePostTags(manager: EntityManager, post: Tagged): Promise<void> {
  const { id: postId, beadId, creatorUid, isDraft, category } = post
  await manager.delete(PostTagEntity, { postId })
  const rows = [...tagsOf(post)].map(([key, tag]) => ({ postId, tagKey: key, tag, beadId, creatorUid, isDraft, category }))
  if (rows.length > 0) await manager.insert(PostTagEntity, rows)
}
