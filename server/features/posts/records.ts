/** Rows of posts, and their conversion to the API type. */
import { actingViewer, type Viewer } from '#access/viewer.ts'
import type { Category, Media, Post } from '#contract/index.ts'
import { slugify } from '#contract/index.ts'
import { bool, parsed, parsedOrNull, type RawBoolean } from '#db/sql.ts'
import { toMemberRef } from '../accounts/service.ts'

export interface RawPost {
  id: string
  beadId: string
  creatorUid: string
  title: string
  description: string
  tags: string
  media: string | null
  creationDate: string
  collectCount: number
  upvoteCount: number
  commentCount: number
  playCount: number
  creatorName: string
  creatorVerified: RawBoolean
  creatorImage: string | null
  beadTitle: string
  beadCategory: Category
  beadImage: string | null
  beadIsDraft: RawBoolean
  beadCreatorUid: string
  beadPostCount: number
  shareCount: number | null
  featuredCuratorUid: string | null
  borrowedText: RawBoolean | null
  originalPostId: string | null
  originalCreatorUid: string | null
  originalCreatorName: string | null
  originalCreatorVerified: RawBoolean | null
  originalCreatorImage: string | null
  originalTitle: string | null
  originalBeadId: string | null
  originalBeadTitle: string | null
}

/** Columns of `FROM "post" p` with `postJoins`. */
export const postColumns = `
  p."id", p."beadId", p."creatorUid", p."title", p."description", p."tags", p."media", p."creationDate",
  p."collectCount", p."upvoteCount", p."commentCount", p."playCount",
  m."name" AS "creatorName", m."verified" AS "creatorVerified", m."image" AS "creatorImage",
  v."title" AS "beadTitle", v."category" AS "beadCategory", v."image" AS "beadImage", v."isDraft" AS "beadIsDraft",
  v."creatorUid" AS "beadCreatorUid", v."postCount" AS "beadPostCount", p."shareCount", v."featuredCuratorUid", p."borrowedText",
  p."originalPostId", p."originalCreatorUid", om."name" AS "originalCreatorName", om."verified" AS "originalCreatorVerified",
  om."image" AS "originalCreatorImage", op."title" AS "originalTitle", ob."id" AS "originalBeadId", ob."title" AS "originalBeadTitle"`

/** Of an original in a draft only the creator is shown. */
export const postJoins = `JOIN "bead" v ON v."id" = p."beadId" JOIN "member" m ON m."uid" = p."creatorUid"
  LEFT JOIN "member" om ON om."uid" = p."originalCreatorUid" LEFT JOIN "post" op ON op."id" = p."originalPostId"
  LEFT JOIN "bead" ob ON ob."id" = op."beadId" AND ob."isDraft" = FALSE`

/** `{bead id}/{slug}-{post id}` (decision 2). */
export const postHref = (beadId: string, title: string, id: string): string => `${beadId}/${slugify(title)}-${id}`

/** The creator or an admin (B6). */
export const mayEditPost = ({ creatorUid }: { creatorUid: string }, viewer: Viewer | null): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.uid === creatorUid)

function toOriginal(raw: RawPost): Post['originalPost'] {
  const { originalPostId: id, originalCreatorUid: uid, originalCreatorName: name, originalBeadId: beadId } = raw
  if (id === null) return undefined
  const creator =
    uid !== null && name !== null
      ? toMemberRef({ uid, name, verified: raw.originalCreatorVerified!, image: raw.originalCreatorImage })
      : null
  const gone = beadId === null || raw.originalTitle === null
  return {
    _id: id,
    id,
    creator,
    href: gone ? null : postHref(beadId, raw.originalTitle!, id),
    bead: gone ? null : { _id: beadId, id: beadId, title: raw.originalBeadTitle! },
  }
}

export function toPost(raw: RawPost, viewer: Viewer | null): Post {
  const mine = mayEditPost(raw, actingViewer(viewer))
  return {
    _id: raw.id,
    id: raw.id,
    title: raw.title,
    description: raw.description,
    creator: toMemberRef({ uid: raw.creatorUid, name: raw.creatorName, verified: raw.creatorVerified, image: raw.creatorImage }),
    creationDate: raw.creationDate,
    href: postHref(raw.beadId, raw.title, raw.id),
    bead: {
      _id: raw.beadId,
      id: raw.beadId,
      title: raw.beadTitle,
      category: raw.beadCategory,
      image: raw.beadImage,
      creatorUid: raw.beadCreatorUid,
    },
    tags: parsed<string[]>(raw.tags),
    media: parsedOrNull<Media>(raw.media),
    collectCount: raw.collectCount,
    upvoteCount: raw.upvoteCount,
    commentCount: raw.commentCount,
    playCount: raw.playCount,
    shareCount: raw.shareCount ?? 0,
    isFeatured: raw.featuredCuratorUid === raw.creatorUid,
    type: 'post',
    nonMilq: false,
    originalPost: toOriginal(raw),
    borrowedText: raw.borrowedText !== null && bool(raw.borrowedText) ? true : undefined,
    can: { edit: mine, delete: mine, ...(isInDraft(raw) && { repost: false as const }) },
  }
}

export const isInDraft = (raw: Pick<RawPost, 'beadIsDraft'>): boolean => bool(raw.beadIsDraft)
