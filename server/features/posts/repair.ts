/** Permission to replace a dead medium (BY8, BZ2), and the transaction. */
import { createHash } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import { actingViewer, type Viewer } from '#access/viewer.ts'
import { isDead, messages, playabilityOf, type Media, type Post } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { blockersOf } from '../blocks/service.ts'
import { refreshCollected } from '../collection/service.ts'
import { countPlayability } from '../health/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import { addArtists, artistsOf } from '../words/service.ts'
import { PostEntity } from './entities.ts'
import { mayEditPost, postHref, type RawPost } from './records.ts'

/**
 * Members who may edit the post (B6), the creator of the playlist, and its invited collaborators. Other writers of an open playlist
 * may not repair each other's posts. See `repairOwners` for blocks.
 */
export const mayRepair = (post: Pick<RawPost, 'creatorUid' | 'beadCreatorUid'>, viewer: Viewer | null, invited: boolean): boolean =>
  mayEditPost(post, viewer) || (viewer !== null && viewer.privileges.canPost && (invited || post.beadCreatorUid === viewer.uid))

/** Members whose blocks prevent the viewer's repair (BY14): none for the creator of the post and for admins. */
export const repairOwners = (post: Pick<RawPost, 'creatorUid' | 'beadCreatorUid'>, viewer: Viewer): string[] =>
  mayEditPost(post, viewer) ? [] : [post.creatorUid, post.beadCreatorUid]

/** Whether only the rights of an admin permit the viewer a repair of the post. */
export async function repairsAsAdmin(
  db: DataSource | EntityManager,
  post: Pick<RawPost, 'beadId' | 'creatorUid' | 'beadCreatorUid'>,
  viewer: Viewer,
): Promise<boolean> {
  if (!viewer.isAdmin) return false
  const asMember = { ...viewer, isAdmin: false }
  if ((await blockersOf(db, viewer.uid, repairOwners(post, asMember))).size > 0) return true
  if (mayRepair(post, asMember, false)) return false
  const { beadId } = post
  const invitations = await sql(db, 'SELECT 1 AS "yes" FROM "invitee" WHERE "beadId" = :beadId AND "uid" = :uid', {
    beadId,
    uid: viewer.uid,
  })
  return !mayRepair(post, asMember, invitations.length > 0)
}

const needsRepair = (media: Media | null): boolean => isDead(media) || media?.replaced === true

/** Sets `can.repair` on posts that the viewer may repair. */
export async function withRepairs(db: DataSource, posts: Post[], raws: readonly RawPost[], viewer: Viewer | null): Promise<Post[]> {
  const editor = actingViewer(viewer)
  const repairables = posts.flatMap((post, n) => (needsRepair(post.media) ? [{ post, raw: raws[n]! }] : []))
  if (editor === null || repairables.length === 0) return posts
  const beads = [...new Set(repairables.filter(({ raw }) => !mayRepair(raw, editor, false)).map(({ raw }) => raw.beadId))]
  const invited =
    beads.length === 0
      ? []
      : await sql<{ beadId: string }>(db, 'SELECT "beadId" FROM "invitee" WHERE "uid" = :uid AND "beadId" IN (:...beads)', {
          uid: editor.uid,
          beads,
        })
  const permitted = repairables.filter(({ raw }) =>
    mayRepair(
      raw,
      editor,
      invited.some(({ beadId }) => beadId === raw.beadId),
    ),
  )
  const owners = new Set(permitted.flatMap(({ raw }) => repairOwners(raw, editor)))
  const blockers = await blockersOf(db, editor.uid, [...owners])
  const repairablePosts = new Set(
    permitted.filter(({ raw }) => !repairOwners(raw, editor).some((owner) => blockers.has(owner))).map(({ post }) => post),
  )
  return posts.map((post) => (repairablePosts.has(post) ? { ...post, can: { ...post.can, repair: true } } : post))
}

/** Digest of the medium, independent of its link states. */
export const versionOf = (media: Media | null): string =>
  createHash('sha256')
    .update(JSON.stringify(media && [media.href, media.startTime, media.endTime, media.media.map(({ type, uri }) => [type, uri])]))
    .digest('base64url')
    .slice(0, 22)

export interface Swap {
  /** `versionOf` the current medium. */
  expected: string
  media: Media
  mediaKey: string | null
  /** For the admin log, if only the rights of an admin permit the change, or if there is a reason. */
  action: 'repair.accept' | 'repair.undo'
  reason?: string | undefined
  /** Further writes of the same transaction. `before` is the replaced medium; `byAdmin`: only the rights of an admin permit this. */
  alsoWrite: (manager: EntityManager, before: { media: Media; mediaKey: string | null }, byAdmin: boolean) => Promise<void>
}

/**
 * Throws `conflict` if the post was changed concurrently, or if the playlist has the medium already; `invalid` if a submission to a
 * challenge would no longer be a video (E1).
 */
export async function swapMedium({ db, beads }: { db: DataSource; beads: Beads }, raw: RawPost, viewer: Viewer, swap: Swap): Promise<void> {
  const { id, beadId } = raw
  const { expected, media, mediaKey, action, reason } = swap
  await transaction(db, async (manager) => {
    await beads.lock(manager, beadId)
    await lockRow(manager, 'post', id)
    const [post] = await sql<{ title: string; media: string | null; mediaKey: string | null; isDraft: RawBoolean }>(
      manager,
      'SELECT "title", "media", "mediaKey", "isDraft" FROM "post" WHERE "id" = :id',
      { id },
    )
    if (!post) throw new StrandError('not_found')
    const before = post.media === null ? null : parsed<Media>(post.media)
    if (before === null || versionOf(before) !== expected) throw new StrandError('conflict', messages.repairOutdated)
    if (media.type !== 'video') {
      const [entry] = await sql(manager, 'SELECT 1 FROM "partner_entry" WHERE "postId" = :id', { id })
      if (entry) throw new StrandError('invalid', messages.partnerVideo, { href: messages.partnerVideo })
    }
    if (mediaKey !== null && mediaKey !== post.mediaKey) {
      const [existing] = await sql<{ id: string; title: string }>(
        manager,
        'SELECT "id", "title" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" = :mediaKey AND "id" <> :id LIMIT 1',
        { beadId, mediaKey, id },
      )
      if (existing)
        throw new StrandError('conflict', messages.postDuplicate, {
          post: existing.id,
          href: postHref(beadId, existing.title, existing.id),
        })
    }
    await manager.update(PostEntity, { id }, { media, mediaKey, playable: media.media.length > 0, isDead: isDead(media) })
    if (!bool(post.isDraft)) await addArtists(manager, artistsOf(media))
    await refreshCollected(manager, id)
    const byAdmin = await repairsAsAdmin(manager, raw, viewer)
    if (byAdmin || reason !== undefined)
      await logAdminAction(manager, {
        by: viewer.uid,
        action,
        target: { kind: 'post', id },
        detail: { title: post.title, from: before.href, to: media.href, ...(reason !== undefined && { reason }) },
      })
    await swap.alsoWrite(manager, { media: before, mediaKey: post.mediaKey }, byAdmin)
    await emit(manager, { kind: 'postChanged', postId: id, beadId, by: viewer.uid })
    await countPlayability(manager, [{ beadId, before: playabilityOf(before), after: playabilityOf(media) }])
  })
}
