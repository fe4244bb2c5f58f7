/** Dependencies, checks and writes that the commands of posts share. */
import { randomInt } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, messages, playabilityOf, shorten, tidy, type CallOutput, type Category, type Media } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { bool, parsedOrNull, sql, type RawBoolean } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { isWriter, type BeadRecord, type Beads } from '../../beads/service.ts'
import { refuseBlocked } from '../../blocks/service.ts'
import { countPlayability } from '../../health/service.ts'
import type { Images } from '../../images/service.ts'
import type { Partners } from '../../partner/service.ts'
import { addArtists, artistsOf, wordsOf, writeWords } from '../../words/service.ts'
import { PostEntity, type PostRow } from '../entities.ts'
import { firstPostHeat } from '../heat.ts'
import type { MediumResolver } from '../medium.ts'
import { postHref } from '../records.ts'
import { shuffleKeys } from '../shuffle.ts'
import { writePostTags } from '../tags.ts'
import type { Texts } from '../texts.ts'

export type PostInput = CallOutput<'POST /api/v0/posts/:id'>['body']

export interface PostContext {
  db: DataSource
  beads: Beads
  images: Images
  mediumResolver: MediumResolver
  texts: Texts
  partners: Partners
  now: () => number
}

export const isPlayable = (media: Media | null): boolean => media !== null && media.media.length > 0

/** Only videos can be submitted to a challenge (E1). */
export function demandVideo(media: Media | null): void {
  if (media?.type !== 'video') throw new StrandError('invalid', messages.partnerVideo, { 'media.href': messages.partnerVideo })
}

/** The given headline, or the medium's (B5). */
export function titleOf(given: string | undefined, media: Media | null): string {
  const title = tidy(given ?? '') || shorten(media?.title ?? '', limits.postTitle.max)
  if (title === '') throw new StrandError('invalid', messages.postTitleRequired, { title: messages.postTitleRequired })
  return title
}

export interface ExistingPost {
  id: string
  title: string
}

/** Throws `conflict` naming the post that the playlist already has. */
export function refuseDuplicate(beadId: string, existing: ExistingPost | null | undefined, message: string = messages.postDuplicate): void {
  if (existing) throw new StrandError('conflict', message, { post: existing.id, href: postHref(beadId, existing.title, existing.id) })
}

/** Throws `conflict` if another post of the playlist has this medium. */
export async function refuseDuplicateMedium(manager: EntityManager, beadId: string, mediaKey: string | null, except = ''): Promise<void> {
  if (mediaKey === null) return
  const [post] = await sql<ExistingPost>(
    manager,
    'SELECT "id", "title" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" = :mediaKey AND "id" <> :except ORDER BY "id" DESC LIMIT 1',
    { beadId, mediaKey, except },
  )
  refuseDuplicate(beadId, post)
}

/** Checks that the viewer may add a post; reasons that the viewer can act on come first. */
export async function demandWriter({ db, beads }: PostContext, beadId: string, viewer: Viewer, isNew: boolean): Promise<BeadRecord> {
  const { bead, invited } = await beads.open(beadId, viewer)
  if (!viewer.privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
  if (isNew && !viewer.privileges.canCreatePost) throw new StrandError('forbidden', messages.cannotCreatePost)
  if (!isWriter(bead, viewer, invited)) throw new StrandError('forbidden')
  await refuseBlocked(db, viewer.uid, [bead.creatorUid])
  return bead
}

type IndexedColumns = Pick<PostRow, 'id' | 'beadId' | 'creatorUid' | 'isDraft' | 'category' | 'tags' | 'description' | 'title'>

/** Writes the tags and words of a post into their tables. */
export async function writeIndexRows(manager: EntityManager, row: IndexedColumns): Promise<void> {
  await writePostTags(manager, row)
  await writeWords(manager, 'post', row.id, wordsOf(row.title))
}

/** Locks a post and returns its medium; undefined if it does not exist. */
export async function lockMedium(manager: EntityManager, id: string): Promise<Media | null | undefined> {
  await lockRow(manager, 'post', id)
  const [post] = await sql<{ media: string | null }>(manager, 'SELECT "media" FROM "post" WHERE "id" = :id', { id })
  return post && parsedOrNull<Media>(post.media)
}

/** The columns that a post copies from its playlist, whose row is locked. */
export async function readCopiedColumns(manager: EntityManager, beadId: string): Promise<Pick<PostRow, 'category' | 'isDraft'>> {
  const [bead] = await sql<{ category: Category; isDraft: RawBoolean }>(
    manager,
    'SELECT "category", "isDraft" FROM "bead" WHERE "id" = :beadId',
    { beadId },
  )
  return { category: bead!.category, isDraft: bool(bead!.isDraft) }
}

/** Inserts a post into a playlist whose row is locked. */
export async function insertPost(manager: EntityManager, given: PostRow, mentions: string[]): Promise<void> {
  const row = { ...given, ...(await readCopiedColumns(manager, given.beadId)) }
  await manager.insert(PostEntity, row)
  await writeIndexRows(manager, row)
  if (!row.isDraft) {
    await addArtists(manager, artistsOf(row.media))
    // Member counters exclude drafts (decision 53).
    await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" + 1 WHERE "uid" = :uid', { uid: row.creatorUid })
  }
  const { id: postId, beadId, creatorUid: by } = row
  await emit(manager, { kind: 'postCreated', postId, beadId, by, ...(mentions.length > 0 && { mentions }) })
  await countPlayability(manager, [{ beadId, before: null, after: playabilityOf(row.media) }])
}

/** The columns of a new post that do not depend on its contents. */
export const newPostColumns = ({ now }: PostContext, id: string, bead: BeadRecord, viewer: Viewer) => ({
  id,
  beadId: bead.id,
  creatorUid: viewer.uid,
  creationDate: new Date(now()).toISOString(),
  collectCount: 0,
  upvoteCount: 0,
  commentCount: 0,
  playCount: 0,
  score: 0,
  shuffleKey: randomInt(shuffleKeys),
  category: bead.category,
  isDraft: bead.isDraft,
  heat: firstPostHeat(0, now()),
})
