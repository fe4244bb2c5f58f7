import type { EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { isDead, normaliseTags, playabilityOf, type Media } from '#contract/index.ts'
import { bool, parsed, parsedOrNull } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { refreshCollected } from '../../collection/service.ts'
import { countPlayability } from '../../health/service.ts'
import { withUploadCleanup, type Images } from '../../images/service.ts'
import { logAdminAction } from '../../moderation/service.ts'
import { addArtists, artistsOf } from '../../words/service.ts'
import { PostEntity, type PostRow } from '../entities.ts'
import type { RawPost } from '../records.ts'
import { mentionsIn } from '../rich-text.ts'
import { tagKeysOf } from '../tags.ts'
import type { Composed } from '../texts.ts'
import {
  demandVideo,
  isPlayable,
  lockMedium,
  readCopiedColumns,
  refuseDuplicateMedium,
  titleOf,
  writeIndexRows,
  type PostContext,
  type PostInput,
} from './context.ts'

/** Deletes uploaded pictures that the post no longer shows. */
async function dropReplacedPictures(images: Images, before: Media | null, after: Media | null): Promise<void> {
  const remaining = new Set([after?.href, after?.image])
  for (const path of new Set([before?.href, before?.image])) if (path !== undefined && !remaining.has(path)) await images.drop(path)
}

interface Edit {
  changes: Partial<PostRow>
  media: Media | null
  /** Members whom the new text mentions and the old one did not. */
  mentions: string[]
}

async function writeEdit(
  manager: EntityManager,
  { id, beadId, ...old }: RawPost,
  { changes, media, mentions }: Edit,
  viewer: Viewer,
): Promise<void> {
  // The checker can have changed the states of its links since it was read.
  const current = await lockMedium(manager, id)
  if (current === undefined) throw new StrandError('not_found')
  await manager.update(PostEntity, { id }, changes)
  const copied = await readCopiedColumns(manager, beadId)
  const tagsBefore = await tagKeysOf(manager, id)
  await writeIndexRows(manager, {
    id,
    beadId,
    creatorUid: old.creatorUid,
    ...copied,
    title: changes.title ?? old.title,
    description: changes.description ?? old.description,
    tags: changes.tags ?? parsed<string[]>(old.tags),
  })
  if (!copied.isDraft) await addArtists(manager, artistsOf(media))
  await refreshCollected(manager, id)
  if (viewer.uid !== old.creatorUid) {
    const detail = { fields: Object.keys(changes), title: old.title }
    await logAdminAction(manager, { by: viewer.uid, action: 'post.edit', target: { kind: 'post', id }, detail })
  }
  await emit(manager, {
    kind: 'postChanged',
    postId: id,
    beadId,
    by: viewer.uid,
    ...(tagsBefore.length > 0 && { tags: tagsBefore }),
    ...(mentions.length > 0 && { mentions }),
  })
  if (changes.media !== undefined)
    await countPlayability(manager, [{ beadId, before: playabilityOf(current), after: playabilityOf(changes.media) }])
}

export async function editPost(
  { db, beads, images, mediumResolver, texts, partners }: PostContext,
  old: RawPost,
  input: PostInput,
  viewer: Viewer,
): Promise<void> {
  const { id, beadId } = old
  const changes: Partial<PostRow> = {}
  const before = parsedOrNull<Media>(old.media)
  // The first edit of a repost of another member's post starts with empty texts (decision 20).
  const borrowed = bool(old.borrowedText ?? false)
  const title = input.title ?? (borrowed ? '' : undefined)
  const description = input.description ?? (borrowed ? '' : undefined)
  const text: Composed | null = description === undefined ? null : await texts.compose(description, old.creatorUid)
  const found = input.media ? await mediumResolver.resolve(id, input.media, before) : null
  const stored = await withUploadCleanup(images, found?.storedImage, async () => {
    let media = before
    if (input.media !== undefined) {
      media = found?.media ?? null
      if (media?.href !== before?.href && (await partners.read(id)) !== null) demandVideo(media)
      Object.assign(changes, { media, mediaKey: found?.mediaKey ?? null, playable: isPlayable(media), isDead: isDead(media) })
    }
    if (title !== undefined) changes.title = titleOf(title, media)
    if (text !== null) changes.description = text.html
    // A submission to a challenge keeps the partner's tags.
    if (input.tags !== undefined) changes.tags = normaliseTags([...(await partners.tagsOf(id)), ...input.tags])
    if (Object.keys(changes).length === 0) return before
    if (borrowed) changes.borrowedText = false
    const known = mentionsIn(old.description)
    const mentions = (text?.mentions ?? []).filter((uid) => !known.has(uid))
    await transaction(db, async (manager) => {
      // Locked first, so that of two concurrent edits to the same medium the second is refused.
      await beads.lock(manager, beadId)
      if (media?.href !== before?.href && !input.repeat) await refuseDuplicateMedium(manager, beadId, changes.mediaKey ?? null, id)
      await writeEdit(manager, old, { changes, media, mentions }, viewer)
    })
    return media
  })
  // After the cleanup: the row refers to the new picture.
  await dropReplacedPictures(images, before, stored)
}
