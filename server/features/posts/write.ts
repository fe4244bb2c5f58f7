/** The transactions that add, change and remove posts. */
import { randomInt } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import { isDead, limits, messages, normaliseTags, shorten, tidy, type CallOutput, type Category, type Media } from '../../contract/index.ts'
import { newId } from '../../db/ids.ts'
import { bool, parsed, parsedOrNull, sql, type RawBoolean } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { emit } from '../../outbox/outbox.ts'
import { isWriter, type BeadRecord, type Beads } from '../beads/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'
import { refreshCollected } from '../collection/service.ts'
import { versionIn, type Images } from '../images/service.ts'
import { deletePostReferences, logAdminAction } from '../moderation/service.ts'
import type { Partners } from '../partner/service.ts'
import { addArtists, artistsOf, wordsOf, writeWords } from '../words/service.ts'
import { PostEntity, type PostRow } from './entities.ts'
import { firstPostHeat } from './heat.ts'
import type { MediumFinder } from './medium.ts'
import { isInDraft, mayEditPost, postHref, type RawPost } from './records.ts'
import { mentionsIn } from './rich-text.ts'
import { textKey, textsIn } from './repeats.ts'
import { shuffleKeys } from './shuffle.ts'
import { tagKeysOf, writePostTags } from './tags.ts'
import type { Composed, Texts } from './texts.ts'

export type PostInput = CallOutput<'POST /api/v0/posts/:id'>['body']

export interface Writer {
  /** Throws as `create` where this member may add nothing. */
  demandWriter(beadId: string, viewer: Viewer): Promise<void>
  /**
   * Each answers the id of the post.
   * @param imported sends no notification of mentions, and refuses a text-only post that the playlist holds already.
   */
  create(beadId: string, input: PostInput, viewer: Viewer, imported?: boolean): Promise<string>
  edit(old: RawPost, input: PostInput, viewer: Viewer): Promise<void>
  /** @param original what is reposted; the viewer may see it. */
  repost(original: RawPost, beadId: string, viewer: Viewer): Promise<string>
  remove(post: RawPost, viewer: Viewer): Promise<void>
}

export interface WriterDeps {
  db: DataSource
  beads: Beads
  images: Images
  finder: MediumFinder
  texts: Texts
  partners: Partners
  now: () => number
}

/** Both are paths of ours, which JSON writes as they are. */
const withPicture = (media: Media | null, { from, to }: { from: string; to: string }): Media | null =>
  parsed<Media | null>(JSON.stringify(media).replaceAll(`"${from}"`, `"${to}"`))

const isPlayable = (media: Media | null): boolean => media !== null && media.media.length > 0

/** All that a challenge takes (E1). */
function demandVideo(media: Media | null): void {
  if (media?.type !== 'video') throw new StrandError('invalid', messages.partnerVideo, { 'media.href': messages.partnerVideo })
}

/** A headline of a person's own, or the medium's (B5). */
function titleOf(given: string | undefined, media: Media | null): string {
  const title = tidy(given ?? '') || shorten(media?.title ?? '', limits.postTitle.max)
  if (title === '') throw new StrandError('invalid', messages.postTitleRequired, { title: messages.postTitleRequired })
  return title
}

export function createWriter({ db, beads, images, finder, texts, partners, now }: WriterDeps): Writer {
  async function findHolding(manager: EntityManager, beadId: string, mediaKey: string, except = ''): Promise<{ id: string; title: string } | null> {
    const [post] = await sql<{ id: string; title: string }>(
      manager,
      'SELECT "id", "title" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" = :mediaKey AND "id" <> :except ORDER BY "id" DESC LIMIT 1',
      { beadId, mediaKey, except },
    )
    return post ?? null
  }

  async function refuseRepeat(manager: EntityManager, beadId: string, mediaKey: string | null, repeat: boolean, except?: string): Promise<void> {
    if (repeat || mediaKey === null) return
    refuse(beadId, await findHolding(manager, beadId, mediaKey, except))
  }

  function refuse(beadId: string, repeated: { id: string; title: string } | null | undefined): void {
    if (repeated) throw new StrandError('conflict', messages.postDuplicate, { post: repeated.id, href: postHref(beadId, repeated.title, repeated.id) })
  }

  /** Whether this member may add a post, in the order in which a person can do something about it. */
  async function demandWriter(beadId: string, viewer: Viewer, isNew: boolean): Promise<BeadRecord> {
    const { bead, invited } = await beads.open(beadId, viewer)
    if (!viewer.privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
    if (isNew && !viewer.privileges.canCreatePost) throw new StrandError('forbidden', messages.cannotCreatePost)
    if (!isWriter(bead, viewer, invited)) throw new StrandError('forbidden')
    await refuseBlocked(db, viewer.uid, [bead.creatorUid])
    return bead
  }

  /** What belongs to a post beside its row. */
  async function writeAround(manager: EntityManager, row: Pick<PostRow, 'id' | 'beadId' | 'creatorUid' | 'isDraft' | 'category' | 'tags' | 'description' | 'title'>): Promise<void> {
    await writePostTags(manager, row)
    await writeWords(manager, 'post', row.id, wordsOf(row.title))
  }

  /** What a post copies of its playlist, whose row is locked. */
  async function copiedFrom(manager: EntityManager, beadId: string): Promise<Pick<PostRow, 'category' | 'isDraft'>> {
    const [bead] = await sql<{ category: Category; isDraft: RawBoolean }>(manager, 'SELECT "category", "isDraft" FROM "bead" WHERE "id" = :beadId', { beadId })
    return { category: bead!.category, isDraft: bool(bead!.isDraft) }
  }

  /** The playlist's row is locked. */
  async function insert(manager: EntityManager, given: PostRow, mentions: string[]): Promise<void> {
    const row = { ...given, ...(await copiedFrom(manager, given.beadId)) }
    await manager.insert(PostEntity, row)
    await writeAround(manager, row)
    if (!row.isDraft) {
      await addArtists(manager, artistsOf(row.media))
      // Members' counters leave out drafts (decision 53).
      await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" + 1 WHERE "uid" = :uid', { uid: row.creatorUid })
    }
    const { id: postId, beadId, creatorUid: by } = row
    await emit(manager, { kind: 'postCreated', postId, beadId, by, ...(mentions.length > 0 && { mentions }) })
  }

  const blank = (id: string, bead: BeadRecord, viewer: Viewer) => ({
    id, beadId: bead.id, creatorUid: viewer.uid, creationDate: new Date(now()).toISOString(),
    collectCount: 0, upvoteCount: 0, commentCount: 0, playCount: 0, score: 0, shuffleKey: randomInt(shuffleKeys),
    category: bead.category, isDraft: bead.isDraft, heat: firstPostHeat(0, now()),
  })

  /** Takes back the picture that was kept for a post that did not come about. */
  async function orDrop<T>(kept: string | null | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await images.drop(kept)
      throw error
    }
  }

  /** A repost has a picture of its own: the original's goes with the original. */
  async function copyPicture(media: Media | null, id: string): Promise<{ from: string; to: string } | null> {
    const from = [media?.href, media?.image].find((one) => versionIn(one) !== null)
    const copy = from === undefined ? null : await images.copyToPost(id, from)
    return copy && { from: from!, to: copy.path }
  }

  /** Pictures of ours that the post showed and shows no more. */
  async function dropReplaced(before: Media | null, after: Media | null): Promise<void> {
    const still = new Set([after?.href, after?.image])
    for (const path of new Set([before?.href, before?.image])) if (path !== undefined && !still.has(path)) await images.drop(path)
  }

  return {
    async demandWriter(beadId, viewer) {
      await demandWriter(beadId, viewer, true)
    },

    async create(beadId, input, viewer, imported = false) {
      const bead = await demandWriter(beadId, viewer, true)
      const id = newId('post')
      const partner = input.partnerMetaData ? partners.of(bead) : null
      const text = await texts.compose(input.description ?? '', viewer.uid)
      const found = input.media ? await finder.find(id, input.media, null) : null
      return orDrop(found?.kept, async () => {
        const media = found?.media ?? null
        if (partner) demandVideo(media)
        const row: PostRow = {
          ...blank(id, bead, viewer),
          title: titleOf(input.title, media),
          description: text.html,
          // The partner's come first: of too many, others are left out.
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
          // The count first: it locks the playlist's row, so that of two equal posts at once one is the repeat.
          await beads.count(manager, beadId, 1)
          await refuseRepeat(manager, beadId, row.mediaKey, input.repeat)
          if (imported && row.mediaKey === null && !input.repeat) refuse(beadId, (await textsIn(manager, beadId, [row])).get(textKey(row)))
          await insert(manager, row, imported ? [] : text.mentions)
          if (partner && input.partnerMetaData) await partners.write(manager, id, partner, input.partnerMetaData)
        })
        return id
      })
    },

    async repost(original, beadId, viewer) {
      const bead = await demandWriter(beadId, viewer, false)
      // A collaborator of a draft must not publish what is in it (decision 52).
      if (isInDraft(original)) throw new StrandError('forbidden', messages.repostDraft)
      const id = newId('post')
      const originalPostId = original.originalPostId ?? original.id
      const originalCreatorUid = original.originalPostId === null ? original.creatorUid : original.originalCreatorUid
      const picture = await copyPicture(parsedOrNull<Media>(original.media), id)
      const work = transaction(db, async (manager) => {
        await beads.count(manager, beadId, 1)
        // Read again under the lock: it may have been changed or deleted since.
        const source = await manager.findOneBy(PostEntity, { id: original.id })
        if (!source) throw new StrandError('not_found')
        if (source.beadId === beadId) throw new StrandError('conflict', messages.repostSelf, { post: source.id, href: postHref(beadId, source.title, source.id) })
        await refuseRepeat(manager, beadId, source.mediaKey, false)
        const [there] = await sql<{ id: string; title: string }>(
          manager, 'SELECT "id", "title" FROM "post" WHERE "originalPostId" = :originalPostId AND "beadId" = :beadId LIMIT 1', { originalPostId, beadId },
        )
        if (there) throw new StrandError('conflict', messages.repostSelf, { post: there.id, href: postHref(beadId, there.title, there.id) })
        const { title, description, tags, mediaKey, playable, isDead: dead } = source
        const media = picture === null ? source.media : withPicture(source.media, picture)
        const row: PostRow = {
          ...blank(id, bead, viewer), title, description, tags, media, mediaKey, playable, isDead: dead,
          originalPostId, originalCreatorUid, borrowedText: originalCreatorUid !== viewer.uid,
        }
        // Those whom the text mentions were told when it was written.
        await insert(manager, row, [])
        await emit(manager, { kind: 'reposted', postId: id, originalPostId, beadId, by: viewer.uid })
      })
      await orDrop(picture?.to, () => work)
      return id
    },

    async edit(old, input, viewer) {
      const { id, beadId } = old
      const changes: Partial<PostRow> = {}
      const before = parsedOrNull<Media>(old.media)
      // The first edit of somebody else's original starts from nothing (decision 20).
      const borrowed = bool(old.borrowedText ?? false)
      const title = input.title ?? (borrowed ? '' : undefined)
      const description = input.description ?? (borrowed ? '' : undefined)
      const text: Composed | null = description === undefined ? null : await texts.compose(description, old.creatorUid)
      const found = input.media ? await finder.find(id, input.media, before) : null
      await orDrop(found?.kept, async () => {
        let media = before
        if (input.media !== undefined) {
          media = found?.media ?? null
          if (media?.href !== before?.href && (await partners.read(id)) !== null) demandVideo(media)
          Object.assign(changes, { media, mediaKey: found?.mediaKey ?? null, playable: isPlayable(media), isDead: isDead(media) })
        }
        if (title !== undefined) changes.title = titleOf(title, media)
        if (text !== null) changes.description = text.html
        // A submission keeps the partner's.
        if (input.tags !== undefined) changes.tags = normaliseTags([...(await partners.tagsOf(id)), ...input.tags])
        if (Object.keys(changes).length === 0) return
        if (borrowed) changes.borrowedText = false
        const known = mentionsIn(old.description)
        const mentions = (text?.mentions ?? []).filter((uid) => !known.has(uid))
        await transaction(db, async (manager) => {
          // Of two posts that become the same at once, the second finds the first.
          await beads.lock(manager, beadId)
          if (media?.href !== before?.href) await refuseRepeat(manager, beadId, changes.mediaKey ?? null, input.repeat, id)
          const { affected } = await manager.update(PostEntity, { id }, changes)
          if (affected === 0) throw new StrandError('not_found')
          const copied = await copiedFrom(manager, beadId)
          const had = await tagKeysOf(manager, id)
          await writeAround(manager, {
            id, beadId, creatorUid: old.creatorUid, ...copied, title: changes.title ?? old.title,
            description: changes.description ?? old.description, tags: changes.tags ?? parsed<string[]>(old.tags),
          })
          if (!copied.isDraft) await addArtists(manager, artistsOf(media))
          await refreshCollected(manager, id)
          if (viewer.uid !== old.creatorUid)
            await logAdminAction(manager, { by: viewer.uid, action: 'post.edit', target: { kind: 'post', id }, detail: { fields: Object.keys(changes), title: old.title } })
          await emit(manager, { kind: 'postChanged', postId: id, beadId, by: viewer.uid, ...(had.length > 0 && { tags: had }), ...(mentions.length > 0 && { mentions }) })
        })
        if (input.media !== undefined) await dropReplaced(before, media)
      })
    },

    async remove(post, viewer) {
      if (!mayEditPost(post, viewer)) throw new StrandError('forbidden')
      const { id, beadId, creatorUid } = post
      await transaction(db, async (manager) => {
        // Whoever deletes it first counts it; the lock makes a second one wait and find nothing.
        await beads.count(manager, beadId, -1)
        if (!(await manager.existsBy(PostEntity, { id }))) throw new StrandError('not_found')
        const { collect, upvote } = relationTypes
        const parameters = { id, collect, upvote, uid: creatorUid }
        if (!(await copiedFrom(manager, beadId)).isDraft) {
          await sql(
            manager,
            `UPDATE "member" SET "collectedPostCount" = "collectedPostCount" - 1
             WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :collect AND "entity" = :id)`,
            parameters,
          )
          await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" - 1 WHERE "uid" = :uid', parameters)
        }
        await sql(manager, 'DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" = :id', parameters)
        const tags = await tagKeysOf(manager, id)
        await deletePostReferences(manager, 'SELECT "id" FROM "post" WHERE "id" = :id', { id })
        await manager.delete(PostEntity, { id })
        if (viewer.uid !== creatorUid) await logAdminAction(manager, { by: viewer.uid, action: 'post.delete', target: { kind: 'post', id }, detail: { title: post.title, beadId, creatorUid } })
        await emit(manager, { kind: 'postRemoved', postId: id, beadId, by: viewer.uid, ...(tags.length > 0 && { tags }) })
      })
      await images.remove('post', id)
    },
  }
}
