/** How a playlist is read, and how it travels. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Bead, Category, MemberRef } from '../../contract/index.ts'
import { bool, parsed, parsedOrNull, sql, type Parameters, type RawBoolean } from '../../db/sql.ts'
import { toMemberRef } from '../accounts/service.ts'
import { mayDelete, mayEdit, mayPost, type BeadFacts, type Viewer } from './access.ts'

/** A member as a joined row gives it. */
export interface RawMember {
  uid: string
  name: string
  verified: RawBoolean
  image: string | null
}

export const toRef = ({ uid, name, verified, image }: RawMember): MemberRef => toMemberRef({ uid, name, verified: bool(verified), image })

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
}

/** A playlist with what its answer needs, invitees aside. */
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
}

const columns = `
  v."id", v."title", v."description", v."category", v."tags", v."creatorUid", v."creationDate", v."groupId", v."isDraft", v."isFeed",
  v."image", v."attribution", v."postCount", v."followerCount",
  m."name" AS "creatorName", m."verified" AS "creatorVerified", m."image" AS "creatorImage"`

/** `SELECT` of playlists `v`; what follows is the caller's. */
export const selectBeads = `SELECT ${columns} FROM "bead" v JOIN "member" m ON m."uid" = v."creatorUid"`

const toRecord = (raw: RawBead): BeadRecord => ({
  id: raw.id,
  title: raw.title,
  description: raw.description,
  category: raw.category,
  tags: parsed<string[]>(raw.tags),
  creatorUid: raw.creatorUid,
  creator: toRef({ uid: raw.creatorUid, name: raw.creatorName, verified: raw.creatorVerified, image: raw.creatorImage }),
  creationDate: raw.creationDate,
  groupId: raw.groupId,
  isDraft: bool(raw.isDraft),
  isFeed: bool(raw.isFeed),
  image: raw.image,
  attribution: parsedOrNull(raw.attribution),
  postCount: raw.postCount,
  followerCount: raw.followerCount,
})

export async function readBeads(db: DataSource | EntityManager, rest: string, parameters: Parameters): Promise<BeadRecord[]> {
  return (await sql<RawBead>(db, `${selectBeads} ${rest}`, parameters)).map(toRecord)
}

export async function readBead(db: DataSource | EntityManager, id: string): Promise<BeadRecord | null> {
  return (await readBeads(db, 'WHERE v."id" = :id', { id }))[0] ?? null
}

/** The invitees of those playlists that are invite-only, one query for all of them. */
export async function readInvitees(db: DataSource | EntityManager, beads: readonly BeadRecord[]): Promise<Map<string, MemberRef[]>> {
  const ids = beads.filter(({ groupId }) => groupId !== null).map(({ id }) => id)
  const invitees = new Map<string, MemberRef[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return invitees
  const rows = await sql<RawMember & { beadId: string }>(
    db,
    `SELECT i."beadId", m."uid", m."name", m."verified", m."image" FROM "invitee" i JOIN "member" m ON m."uid" = i."uid"
     WHERE i."beadId" IN (:...ids) ORDER BY i."creationDate", i."uid"`,
    { ids },
  )
  for (const row of rows) invitees.get(row.beadId)!.push(toRef(row))
  return invitees
}

/** @param invitees of an invite-only playlist; open ones have none, which is not the same as an empty list (decision 13). */
export function toBead(bead: BeadRecord, invitees: MemberRef[] | undefined, viewer: Viewer | null): Bead {
  const invited = invitees?.some(({ uid }) => uid === viewer?.uid) ?? false
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
    // Fields that are undefined do not travel.
    groupId: bead.groupId ?? undefined,
    invitees: bead.groupId === null ? undefined : (invitees ?? []),
    isDraft: bead.isDraft,
    isFeed: bead.isFeed,
    attribution: bead.attribution ?? undefined,
    href: `/${bead.id}`,
    can: { edit: mayEdit(bead, viewer), delete: mayDelete(bead, viewer), post: mayPost(bead, viewer, invited) },
  }
}
