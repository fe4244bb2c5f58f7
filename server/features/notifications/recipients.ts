/**
 * Recipients of an outbox event. Events arrive late and unordered: drafts depend on the current state, not on the event, so that a
 * collect that was undone since notifies no one.
 */
import type { EntityManager } from 'typeorm'
import type { Verb } from '#contract/index.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import type { Fact, FactOf } from '#outbox/facts.ts'
import { visibleToMember } from '../beads/service.ts'
import { isRelated, relationTypes, type RelationType } from '../relations/service.ts'

export interface NotificationDraft {
  /** The recipient. */
  uid: string
  verb: Verb
  topic: string
  actor: string
  /** Id of the comment or post of the activity, if the same member can repeat it. */
  source: string
  isOwner: boolean
  beadId: string | null
  postId: string | null
  commentId: string | null
}

/** A new comment notifies the authors of this many earlier comments. */
const earlierCommentLimit = 200
/** Upper bound of mentions that notify, against spam. */
const maxMentions = 50

interface PostRef {
  postId: string
  creatorUid: string
  beadId: string
}

async function readPost(manager: EntityManager, postId: string): Promise<PostRef | null> {
  const [row] = await sql<PostRef>(manager, 'SELECT "id" AS "postId", "creatorUid", "beadId" FROM "post" WHERE "id" = :postId', {
    postId,
  })
  return row ?? null
}

interface Comment {
  id: string
  postId: string
  creatorUid: string
}

async function readComment(manager: EntityManager, id: string): Promise<Comment | null> {
  const [row] = await sql<Comment>(
    manager,
    'SELECT "id", "postId", "creatorUid" FROM "comment" WHERE "id" = :id AND "deletedDate" IS NULL',
    { id },
  )
  return row ?? null
}

const aboutPost = (post: PostRef, actor: string, verb: Verb, uid: string, source = ''): NotificationDraft => ({
  uid,
  verb,
  topic: post.postId,
  actor,
  source,
  isOwner: uid === post.creatorUid,
  beadId: post.beadId,
  postId: post.postId,
  commentId: null,
})

const aboutBead = (beadId: string, actor: string, verb: Verb, uid: string, isOwner: boolean): NotificationDraft => ({
  uid,
  verb,
  topic: beadId,
  actor,
  source: '',
  isOwner,
  beadId,
  postId: null,
  commentId: null,
})

const draftMentions = (post: PostRef, by: string, mentions: readonly string[] = [], source: string): NotificationDraft[] =>
  [...new Set(mentions)].slice(0, maxMentions).map((uid) => aboutPost(post, by, 'mention', uid, source))

async function draftForPostRelation(
  manager: EntityManager,
  { postId, by }: { postId: string; by: string },
  type: RelationType,
  verb: Verb,
): Promise<NotificationDraft[]> {
  const post = await readPost(manager, postId)
  if (!post || !(await isRelated(manager, by, type, postId))) return []
  return [aboutPost(post, by, verb, post.creatorUid)]
}

async function draftForFollow(
  manager: EntityManager,
  { what, entity, by }: FactOf<'followed' | 'superfollowed'>,
): Promise<NotificationDraft[]> {
  if (what === 'tag') return []
  const type = what === 'member' ? relationTypes.followMember : relationTypes.followBead
  if (!(await isRelated(manager, by, type, entity))) return []
  if (what === 'member') {
    return [
      {
        uid: entity,
        verb: 'follow',
        topic: entity,
        actor: by,
        source: '',
        isOwner: true,
        beadId: null,
        postId: null,
        commentId: null,
      },
    ]
  }
  const [bead] = await sql<{ creatorUid: string }>(manager, 'SELECT "creatorUid" FROM "bead" WHERE "id" = :entity', { entity })
  return bead ? [aboutBead(entity, by, 'follow', bead.creatorUid, true)] : []
}

async function draftForComment(
  manager: EntityManager,
  { kind, commentId, by, mentions }: FactOf<'commentCreated' | 'commentChanged'>,
): Promise<NotificationDraft[]> {
  const comment = await readComment(manager, commentId)
  const post = comment && (await readPost(manager, comment.postId))
  if (!post) return []
  const mentionDrafts = draftMentions(post, by, mentions, commentId)
  if (kind === 'commentChanged') return mentionDrafts
  const earlier = await sql<{ uid: string }>(
    manager,
    `SELECT DISTINCT c."creatorUid" AS "uid" FROM (
       SELECT "creatorUid", "deletedDate" FROM "comment" WHERE "postId" = :postId AND "id" < :commentId ORDER BY "id" DESC LIMIT ${earlierCommentLimit}
     ) c WHERE c."deletedDate" IS NULL`,
    { postId: post.postId, commentId },
  )
  // A mention replaces the notification of the comment.
  const mentioned = new Set(mentionDrafts.map(({ uid }) => uid))
  const others = [...new Set([post.creatorUid, ...earlier.map(({ uid }) => uid)])].filter((uid) => !mentioned.has(uid))
  return [...mentionDrafts, ...others.map((uid) => aboutPost(post, by, 'comment', uid, commentId))]
}

async function draftForLike(manager: EntityManager, { commentId, by }: FactOf<'commentLiked'>): Promise<NotificationDraft[]> {
  const comment = await readComment(manager, commentId)
  const post = comment && (await readPost(manager, comment.postId))
  if (!post || !(await isRelated(manager, by, relationTypes.likeComment, commentId))) return []
  return [{ ...aboutPost(post, by, 'reaction_like', comment.creatorUid), topic: commentId, isOwner: true, commentId }]
}

async function draftForRepost(manager: EntityManager, { postId, originalPostId, by }: FactOf<'reposted'>): Promise<NotificationDraft[]> {
  const repost = await readPost(manager, postId)
  const original = repost && (await readPost(manager, originalPostId))
  if (!original) return []
  const draft = aboutPost(original, by, 'repost', original.creatorUid, postId)
  // A repost into a draft is invisible to others.
  return (await filterAllowed(manager, repost.beadId, [draft.uid])).has(draft.uid) ? [draft] : []
}

async function draftForShare(
  manager: EntityManager,
  { kind, entity, by, uids }: FactOf<'beadShared' | 'postShared'>,
): Promise<NotificationDraft[]> {
  if (by === null) return []
  if (kind === 'beadShared') return uids.map((uid) => aboutBead(entity, by, 'sharebead', uid, false))
  const post = await readPost(manager, entity)
  return post ? uids.map((uid) => aboutPost(post, by, 'sharepost', uid)) : []
}

/** Only the creator and admins invite. The actor is the creator, so that no admin is named. */
async function draftForInvitation(manager: EntityManager, { beadId, uids }: FactOf<'invited'>): Promise<NotificationDraft[]> {
  if (uids.length === 0) return []
  const rows = await sql<{ uid: string; creatorUid: string }>(
    manager,
    `SELECT i."uid", v."creatorUid" FROM "invitee" i JOIN "bead" v ON v."id" = i."beadId" WHERE i."beadId" = :beadId AND i."uid" IN (:...uids)`,
    { beadId, uids },
  )
  return rows.map(({ uid, creatorUid }) => aboutBead(beadId, creatorUid, 'invite', uid, false))
}

/** The actor is the author, also of an edit by an admin, who is not named. */
async function draftForPost(
  manager: EntityManager,
  { postId, mentions }: FactOf<'postCreated' | 'postChanged'>,
): Promise<NotificationDraft[]> {
  const post = await readPost(manager, postId)
  return post ? draftMentions(post, post.creatorUid, mentions, postId) : []
}

/** Of the publication by an admin. The creator is the actor too, as in `draftForModeration`. */
async function draftForPublication(manager: EntityManager, { beadId, by }: FactOf<'beadPublished'>): Promise<NotificationDraft[]> {
  const [bead] = await sql<{ creatorUid: string }>(manager, 'SELECT "creatorUid" FROM "bead" WHERE "id" = :beadId', { beadId })
  return bead && by !== bead.creatorUid ? [aboutBead(beadId, bead.creatorUid, 'publish', bead.creatorUid, true)] : []
}

/** Actions with another notification, or with none. */
const quietActions: ReadonlySet<string> = new Set([
  'bead.publish',
  'bead.return',
  'bead.curator',
  'bead.feature',
  'bead.day',
  'bead.dayRemove',
])

/**
 * The member is the actor too: the notification does not say which admin it was. Actions on posts count once a minute, because the removal
 * of all posts consists of many.
 */
async function draftForModeration(manager: EntityManager, { uid, action }: FactOf<'moderated'>): Promise<NotificationDraft[]> {
  const [row] = await sql<{ action: string; targetKind: string; creationDate: string }>(
    manager,
    'SELECT "action", "targetKind", "creationDate" FROM "admin_action" WHERE "id" = :action',
    { action },
  )
  if (!row || quietActions.has(row.action)) return []
  const source = row.targetKind === 'member' ? action : row.creationDate.slice(0, 16)
  return [{ uid, verb: 'moderation', topic: uid, actor: uid, source, isOwner: true, beadId: null, postId: null, commentId: null }]
}

/** The creator is the actor too, as in `draftForModeration`. */
async function draftForReturn(manager: EntityManager, { beadId, source }: FactOf<'beadReturned'>): Promise<NotificationDraft[]> {
  // Not if it was submitted again or published since.
  const [bead] = await sql<{ creatorUid: string }>(
    manager,
    'SELECT "creatorUid" FROM "bead" WHERE "id" = :beadId AND "isDraft" = TRUE AND "submittedDate" IS NULL',
    { beadId },
  )
  return bead ? [{ ...aboutBead(beadId, bead.creatorUid, 'return', bead.creatorUid, true), source }] : []
}

/** Superfollowers per transaction: a longer transaction would block other writes. */
export const superfollowerBatchSize = 200

/** The next batch of superfollowers of the playlist or the post's creator. Posts in drafts notify no one. */
export async function draftForSuperfollowers(
  manager: EntityManager,
  { postId, by, after }: FactOf<'superfollowersDue'>,
): Promise<{ drafts: NotificationDraft[]; next: string | null }> {
  const post = await readPost(manager, postId)
  if (!post) return { drafts: [], next: null }
  const superfollowersOf = (type: string, entity: string): string =>
    `SELECT * FROM (SELECT "uid" FROM "relation" WHERE "superfollow" = TRUE AND "type" = ${type} AND "entity" = ${entity} AND "uid" > :after
       ORDER BY "uid" LIMIT ${superfollowerBatchSize}) `
  const rows = await sql<{ uid: string }>(
    manager,
    `${superfollowersOf(':followBead', ':beadId')} a UNION ${superfollowersOf(':followMember', ':by')} b ORDER BY "uid" LIMIT ${superfollowerBatchSize}`,
    { after, by, beadId: post.beadId, followBead: relationTypes.followBead, followMember: relationTypes.followMember },
  )
  const [bead] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :beadId', { beadId: post.beadId })
  if (!bead || bool(bead.isDraft)) return { drafts: [], next: null }
  return {
    drafts: rows.map(({ uid }) => aboutPost(post, by, 'newpost', uid)),
    next: rows.length === superfollowerBatchSize ? rows.at(-1)!.uid : null,
  }
}

/** The subset of `uids` who may see the playlist (decision 13). */
export async function filterAllowed(manager: EntityManager, beadId: string, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await sql<{ uid: string }>(
    manager,
    `SELECT m."uid" FROM "member" m JOIN "bead" v ON v."id" = :beadId WHERE m."uid" IN (:...uids) AND ${visibleToMember}`,
    { beadId, uids, now: new Date().toISOString() },
  )
  return new Set(rows.map(({ uid }) => uid))
}

export const notifyingKinds = [
  'collected',
  'upvoted',
  'followed',
  'superfollowed',
  'commentCreated',
  'commentChanged',
  'commentLiked',
  'reposted',
  'beadShared',
  'postShared',
  'invited',
  'postCreated',
  'postChanged',
  'beadPublished',
  'moderated',
  'beadReturned',
] as const satisfies Fact['kind'][]

/** Drafts before `filterRecipients`. */
export async function draftNotifications(
  manager: EntityManager,
  fact: FactOf<(typeof notifyingKinds)[number]>,
): Promise<NotificationDraft[]> {
  switch (fact.kind) {
    case 'collected':
      return draftForPostRelation(manager, fact, relationTypes.collect, 'collect')
    case 'upvoted':
      return draftForPostRelation(manager, fact, relationTypes.upvote, 'upvote')
    case 'followed':
    case 'superfollowed':
      return draftForFollow(manager, fact)
    case 'commentCreated':
    case 'commentChanged':
      return draftForComment(manager, fact)
    case 'commentLiked':
      return draftForLike(manager, fact)
    case 'reposted':
      return draftForRepost(manager, fact)
    case 'beadShared':
    case 'postShared':
      return draftForShare(manager, fact)
    case 'invited':
      return draftForInvitation(manager, fact)
    case 'postCreated':
    case 'postChanged':
      return draftForPost(manager, fact)
    case 'moderated':
      return draftForModeration(manager, fact)
    case 'beadPublished':
      return draftForPublication(manager, fact)
    case 'beadReturned':
      return draftForReturn(manager, fact)
  }
}
