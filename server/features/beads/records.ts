/** Reads playlist rows and converts them to objects of the API. */
import type { DataSource, EntityManager } from 'typeorm'
import { actingViewer, type Viewer } from '#access/viewer.ts'
import type { Bead, Category, MemberRef, PlaylistSort } from '#contract/index.ts'
import type { BeadExtras } from '#contract/schemas/bead.ts'
import type { Crop } from '#contract/schemas/image.ts'
import { bool, parsed, parsedOrNull, sql, type Parameters, type RawBoolean } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import { mayDelete, mayEdit, mayInvite, mayMove, mayPost, mayPublish, maySubmit, isReturned, type BeadFacts } from './access.ts'

interface RawBead {
  id: string
  title: string
  description: string
  category: Category
  tags: string
  creatorUid: string
  creatorName: string
  creatorVerified: RawBoolean
  creatorImage: string | null
  creationDate: string
  groupId: string | null
  isDraft: RawBoolean
  isFeed: RawBoolean
  image: string | null
  attribution: string | null
  postCount: number
  followerCount: number
  sort: PlaylistSort | null
  imageSrc: string | null
  crop: string | null
  featuredCuratorUid: string | null
  featuredPostId: string | null
  extras: string | null
  shareCount: number | null
  submittedDate: string | null
  returnReason: string | null
  hasInvitees: RawBoolean
}

/** A playlist with its creator, as the server's code uses it. Invitees are read separately. */
export interface BeadRecord extends BeadFacts {
  id: string
  title: string
  description: string
  category: Category
  tags: string[]
  creator: MemberRef
  creationDate: string
  image: string | null
  attribution: { name: string; url: string } | null
  followerCount: number
  sort: PlaylistSort | null
  imageSrc: string | null
  crop: Crop | null
  featuredCuratorUid: string | null
  featuredPostId: string | null
  extras: Partial<BeadExtras> | null
  shareCount: number
  submittedDate: string | null
  returnReason: string | null
  hasInvitees: boolean
}

const columns = `
  v."id", v."title", v."description", v."category", v."tags", v."creatorUid", v."creationDate", v."groupId", v."isDraft", v."isFeed",
  v."image", v."attribution", v."postCount", v."followerCount", v."sort", v."imageSrc", v."crop", v."featuredCuratorUid", v."featuredPostId",
  v."extras", v."shareCount", v."submittedDate", v."returnReason", m."name" AS "creatorName", m."verified" AS "creatorVerified",
  m."image" AS "creatorImage",
  v."groupId" IS NOT NULL AND EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = v."id") AS "hasInvitees"`

/** `SELECT` of playlists `v` with their creators `m`; callers add conditions. */
export const selectBeads = `SELECT ${columns} FROM "bead" v JOIN "member" m ON m."uid" = v."creatorUid"`

/** A list of playlists as SQL: a SELECT of their `id`s and of a `place`, sorted by descending place. */
export interface Walk {
  /** Ends with ORDER BY. */
  statement: string
  /** Whether the place is the id. Otherwise places can be equal, and the id is the second sort key. */
  byId: boolean
}

/**
 * SELECT of the playlists of a page. The inner SELECT skips the rows of earlier pages in an index, without reading the
 * table.
 */
export const selectPage = ({ statement, byId }: Walk): string =>
  `SELECT ${columns} FROM (${statement} LIMIT :limit OFFSET :from) k JOIN "bead" v ON v."id" = k."id" JOIN "member" m ON m."uid" = v."creatorUid"
   ORDER BY ${byId ? 'k."place" DESC' : 'k."place" DESC, k."id" DESC'}`

const toRecord = (raw: RawBead): BeadRecord => ({
  id: raw.id,
  title: raw.title,
  description: raw.description,
  category: raw.category,
  tags: parsed<string[]>(raw.tags),
  creatorUid: raw.creatorUid,
  creator: toMemberRef({ uid: raw.creatorUid, name: raw.creatorName, verified: raw.creatorVerified, image: raw.creatorImage }),
  creationDate: raw.creationDate,
  groupId: raw.groupId,
  isDraft: bool(raw.isDraft),
  isFeed: bool(raw.isFeed),
  image: raw.image,
  attribution: parsedOrNull(raw.attribution),
  postCount: raw.postCount,
  followerCount: raw.followerCount,
  sort: raw.sort,
  imageSrc: raw.imageSrc,
  crop: parsedOrNull(raw.crop),
  featuredCuratorUid: raw.featuredCuratorUid,
  featuredPostId: raw.featuredPostId,
  extras: parsedOrNull(raw.extras),
  shareCount: raw.shareCount ?? 0,
  submittedDate: raw.submittedDate,
  returnReason: raw.returnReason,
  hasInvitees: bool(raw.hasInvitees),
})

/** Reads playlists `v`. `rest` follows the SELECT and FROM clauses: WHERE, ORDER BY, LIMIT. */
export const readBeads = async (db: DataSource | EntityManager, rest: string, parameters: Parameters): Promise<BeadRecord[]> =>
  (await sql<RawBead>(db, `${selectBeads} ${rest}`, parameters)).map(toRecord)

export const readPage = async (db: DataSource, walk: Walk, parameters: Parameters): Promise<BeadRecord[]> =>
  (await sql<RawBead>(db, selectPage(walk), parameters)).map(toRecord)

export async function readBead(db: DataSource | EntityManager, id: string): Promise<BeadRecord | null> {
  return (await readBeads(db, 'WHERE v."id" = :id', { id }))[0] ?? null
}

/** Invitees of the playlists that have some, in one query. */
export async function readInvitees(db: DataSource | EntityManager, beads: readonly BeadRecord[]): Promise<Map<string, MemberRef[]>> {
  const ids = beads.filter(({ hasInvitees }) => hasInvitees).map(({ id }) => id)
  const invitees = new Map<string, MemberRef[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return invitees
  const rows = await sql<RawMember & { beadId: string }>(
    db,
    `SELECT i."beadId", m."uid", m."name", m."verified", m."image" FROM "invitee" i JOIN "member" m ON m."uid" = i."uid"
     WHERE i."beadId" IN (:...ids) ORDER BY i."creationDate", i."uid"`,
    { ids },
  )
  for (const row of rows) invitees.get(row.beadId)!.push(toMemberRef(row))
  return invitees
}

/**
 * @param invitees undefined if there are none. A personal playlist without invitees has an empty list (decision 13).
 */
export function toBead(bead: BeadRecord, invitees: MemberRef[] | undefined, viewer: Viewer | null): Bead {
  const invited = invitees?.some(({ uid }) => uid === viewer?.uid) ?? false
  const edits = mayEdit(bead, viewer)
  const who = actingViewer(viewer)
  return {
    _id: bead.id,
    id: bead.id,
    title: bead.title,
    category: bead.category,
    image: bead.image,
    description: bead.description,
    creator: bead.creator,
    creationDate: bead.creationDate,
    postCount: bead.postCount,
    followerCount: bead.followerCount,
    tags: bead.tags,
    tagCount: bead.tags.length,
    shareCount: bead.shareCount,
    // JSON omits undefined fields.
    groupId: bead.groupId ?? undefined,
    invitees: bead.groupId === null ? undefined : (invitees ?? []),
    isDraft: bead.isDraft,
    isFeed: bead.isFeed,
    sort: bead.sort ?? undefined,
    attribution: bead.attribution ?? undefined,
    skippedImage: bead.image === null ? true : undefined,
    // Only for the edit dialog.
    imageSrc: edits ? (bead.imageSrc ?? undefined) : undefined,
    crop: edits ? (bead.crop ?? undefined) : undefined,
    returned: edits && isReturned(bead) ? { reason: bead.returnReason ?? '' } : undefined,
    featuredCurator: bead.featuredCuratorUid ?? undefined,
    featuredPostId: bead.featuredPostId ?? undefined,
    cta: bead.extras?.cta,
    featured: bead.extras?.featured,
    partnerMetaData: bead.extras?.partnerMetaData,
    isMilqPremier: bead.extras?.isMilqPremier ? true : undefined,
    href: `/${bead.id}`,
    can: {
      edit: mayEdit(bead, who),
      delete: mayDelete(bead, who),
      post: mayPost(bead, who, invited),
      publish: mayPublish(bead, who),
      submit: maySubmit(bead, who) ? true : undefined,
      invite: mayInvite(bead, who),
      move: mayMove(bead, who, invited),
    },
  }
}
