import type { Viewer } from '#access/viewer.ts'
import { isDead, messages, normaliseTags, type Media } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { parsed, parsedOrNull, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { versionIn, withUploadCleanup, type Images } from '../../images/service.ts'
import { PostEntity, type PostRow } from '../entities.ts'
import { isInDraft, type RawPost } from '../records.ts'
import { textKey, textsIn } from '../duplicates.ts'
import {
  demandVideo,
  demandWriter,
  insertPost,
  isPlayable,
  newPostColumns,
  refuseDuplicate,
  refuseDuplicateMedium,
  titleOf,
  type ExistingPost,
  type PostContext,
  type PostInput,
} from './context.ts'

/**
 * Returns the id of the post.
 *
 * @param imported sends no notification of mentions, and refuses a text-only post that the playlist has already.
 */
export async function createPost(
  context: PostContext,
  beadId: string,
  input: PostInput,
  viewer: Viewer,
  imported = false,
): Promise<string> {
  const { db, beads, images, mediumResolver, texts, partners } = context
  const bead = await demandWriter(context, beadId, viewer, true)
  const id = newId('post')
  const partner = input.partnerMetaData ? partners.of(bead) : null
  const text = await texts.compose(input.description ?? '', viewer.uid)
  const found = input.media ? await mediumResolver.resolve(id, input.media, null) : null
  return withUploadCleanup(images, found?.storedImage, async () => {
    const media = found?.media ?? null
    if (partner) demandVideo(media)
    const row: PostRow = {
      ...newPostColumns(context, id, bead, viewer),
      title: titleOf(input.title, media),
      description: text.html,
      // The partner's tags come first: normaliseTags cuts off the end of a list that is too long.
      tags: normaliseTags([...(partner?.tags ?? []), ...(input.tags ?? [])]),
      media,
      mediaKey: found?.mediaKey ?? null,
      playable: isPlayable(media),
      isDead: isDead(media),
      originalPostId: null,
      originalCreatorUid: null,
      borrowedText: false,
    }
    await transaction(db, async (manager) => {
      // `count` locks the playlist's row, so that of two equal concurrent posts the second is refused.
      await beads.count(manager, beadId, 1)
      if (!input.repeat) await refuseDuplicateMedium(manager, beadId, row.mediaKey)
      if (imported && row.mediaKey === null && !input.repeat) {
        refuseDuplicate(beadId, (await textsIn(manager, beadId, [row])).get(textKey(row)))
      }
      await insertPost(manager, row, imported ? [] : text.mentions)
      if (partner && input.partnerMetaData) await partners.write(manager, id, partner, input.partnerMetaData)
    })
    return id
  })
}

/** Copies the picture of the original, which is deleted together with the original. */
async function copyPicture(images: Images, media: Media | null, id: string): Promise<{ from: string; to: string } | null> {
  const from = [media?.href, media?.image].find((path) => versionIn(path) !== null)
  const copy = from === undefined ? null : await images.copyToPost(id, from)
  return copy && { from: from!, to: copy.path }
}

/** Both are paths on this site, which need no JSON escapes. */
const replacePicture = (media: Media | null, { from, to }: { from: string; to: string }): Media | null =>
  parsed<Media | null>(JSON.stringify(media).replaceAll(`"${from}"`, `"${to}"`))

/** Returns the id of the repost. @param original a post that the viewer may see. */
export async function repostPost(context: PostContext, original: RawPost, beadId: string, viewer: Viewer): Promise<string> {
  const { db, beads, images } = context
  const bead = await demandWriter(context, beadId, viewer, false)
  // Collaborators of a draft must not publish its contents (decision 52).
  if (isInDraft(original)) throw new StrandError('forbidden', messages.repostDraft)
  const id = newId('post')
  const originalPostId = original.originalPostId ?? original.id
  const originalCreatorUid = original.originalPostId === null ? original.creatorUid : original.originalCreatorUid
  const picture = await copyPicture(images, parsedOrNull<Media>(original.media), id)
  await withUploadCleanup(images, picture?.to, () =>
    transaction(db, async (manager) => {
      await beads.count(manager, beadId, 1)
      // Read again under the lock: the original may have been changed or deleted since.
      const source = await manager.findOneBy(PostEntity, { id: original.id })
      if (!source) throw new StrandError('not_found')
      if (source.beadId === beadId) refuseDuplicate(beadId, source, messages.repostSelf)
      await refuseDuplicateMedium(manager, beadId, source.mediaKey)
      const [existing] = await sql<ExistingPost>(
        manager,
        'SELECT "id", "title" FROM "post" WHERE "originalPostId" = :originalPostId AND "beadId" = :beadId LIMIT 1',
        { originalPostId, beadId },
      )
      refuseDuplicate(beadId, existing, messages.repostSelf)
      const { title, description, tags, mediaKey, playable, isDead: dead } = source
      const media = picture === null ? source.media : replacePicture(source.media, picture)
      const row: PostRow = {
        ...newPostColumns(context, id, bead, viewer),
        title,
        description,
        tags,
        media,
        mediaKey,
        playable,
        isDead: dead,
        originalPostId,
        originalCreatorUid,
        borrowedText: originalCreatorUid !== viewer.uid,
      }
      // No mentions: the members were notified when the original was written.
      await insertPost(manager, row, [])
      await emit(manager, { kind: 'reposted', postId: id, originalPostId, beadId, by: viewer.uid })
    }),
  )
  return id
}
