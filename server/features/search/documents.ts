/** Search documents from the rows of the database, with the fields that an index needs. */
import type { DataSource } from 'typeorm'
import type { DocumentType, SearchDocument } from '#search/port.ts'
import { cut, normaliseTag, type Category, type Media } from '#contract/index.ts'
import { bool, padded, parsed, parsedOrNull, sql, type Parameters, type RawBoolean } from '#db/sql.ts'
import { tagsOf, textOf } from '../posts/service.ts'
import { artistsOf } from '../words/service.ts'

/** Characters of a description that are indexed: the topic of a text is named early. */
const maxDescription = 500
/** Ids per statement. */
const idBatchSize = 128
/** Posts of a tag that are counted; above, all tags are equally popular. */
const maxCountedPosts = 1000

interface RawPlaylist {
  creatorUid: string
  category: Category
  groupId: string | null
  isDraft: RawBoolean
}

interface RawBead extends RawPlaylist {
  id: string
  title: string
  description: string
  tags: string
  isFeed: RawBoolean
  followerCount: number
  postCount: number
}

interface RawPost {
  id: string
  beadId: string
  creatorUid: string
  title: string
  description: string
  tags: string
  media: string | null
  score: number
  category: Category
  isDraft: RawBoolean
  groupId: string | null
  beadCreatorUid: string
}

interface RawMember {
  uid: string
  name: string
  description: string
  followerCount: number
}

interface RawTag {
  key: string
  name: string | null
  posts: number | string
  followers: number | null
}

const shortened = (text: string): string => cut(text, maxDescription).trim()

/** Reads the playlist itself: the copies in posts and tags can be stale for a moment. */
const isPublic = `EXISTS (SELECT 1 FROM "bead" v WHERE v."id" = t."beadId" AND v."isDraft" = FALSE)`
/** The next tag of a public post: a loose index scan, independent of the number of posts per tag. */
const nextTag = (condition: string): string =>
  `SELECT t."tagKey" FROM "post_tag" t WHERE t."tagKey" ${condition} AND ${isPublic} ORDER BY t."tagKey" LIMIT 1`

const tagColumns = `
  (SELECT t."tag" FROM "post_tag" t WHERE t."tagKey" = k."key" AND ${isPublic} LIMIT 1) AS "name",
  (SELECT COUNT(*) FROM (
    SELECT 1 FROM "post_tag" t WHERE t."tagKey" = k."key" AND t."isDraft" = FALSE LIMIT ${maxCountedPosts}
  ) c) AS "posts",
  (SELECT g."followerCount" FROM "tag" g WHERE g."key" = k."key") AS "followers"`

const statements = {
  bead: `SELECT v."id", v."title", v."description", v."tags", v."creatorUid", v."category", v."groupId", v."isDraft", v."isFeed",
      v."followerCount", v."postCount"
    FROM "bead" v WHERE v."id"`,
  post: `SELECT p."id", p."beadId", p."creatorUid", p."title", p."description", p."tags", p."media", p."score",
      v."category", v."isDraft", v."groupId", v."creatorUid" AS "beadCreatorUid"
    FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id"`,
  member: 'SELECT m."uid", m."name", m."description", m."followerCount" FROM "member" m WHERE m."removedDate" IS NULL AND m."uid"',
} as const

/** Looks up each key once, because a key can have a million rows. */
const tagStatement = (keys: number): string =>
  `WITH given("key") AS (VALUES ${Array.from({ length: keys }, (_none, n) => `(:key${n})`).join(', ')}),
     k AS (SELECT DISTINCT "key" FROM given)
   SELECT k."key", ${tagColumns} FROM k`

/** Pages by id. */
const pages: Record<DocumentType, string> = {
  bead: `${statements.bead} > :after ORDER BY v."id" LIMIT :limit`,
  post: `${statements.post} > :after ORDER BY p."id" LIMIT :limit`,
  member: `${statements.member} > :after ORDER BY m."uid" LIMIT :limit`,
  tag: `WITH RECURSIVE found("key", "n") AS (
      SELECT (${nextTag('> :after')}), 1
      UNION ALL SELECT (${nextTag('> found."key"')}), found."n" + 1 FROM found WHERE found."key" IS NOT NULL AND found."n" < :limit)
    SELECT k."key", ${tagColumns} FROM found k WHERE k."key" IS NOT NULL ORDER BY k."key"`,
}

const noPlaylist = { category: null, bead: null, readers: null, writers: [] } as const

const toMembers = (rows: readonly RawMember[]): SearchDocument[] =>
  rows.map(({ uid, name, description, followerCount }) => ({
    ...noPlaylist,
    type: 'member',
    id: uid,
    title: name,
    names: [uid],
    tags: [],
    description: shortened(description),
    creator: uid,
    popularity: Math.max(0, followerCount),
  }))

/** The words of a camel-case tag, so that it is found with spaces between them. */
const splitCamelCase = (name: string): string => name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
const namesOf = (name: string): string[] => (splitCamelCase(name) === name ? [] : [splitCamelCase(name)])

/** A tag without a name has no public post. */
const toTags = (rows: readonly RawTag[]): SearchDocument[] =>
  rows.flatMap(({ key, name, posts, followers }) =>
    name === null
      ? []
      : {
          ...noPlaylist,
          type: 'tag',
          id: key,
          title: normaliseTag(name),
          names: namesOf(normaliseTag(name)),
          tags: [],
          description: '',
          creator: null,
          popularity: Number(posts) + Math.max(0, followers ?? 0),
        },
  )

export interface DocumentReader {
  /** Documents of these keys, in any order. Deleted ones are left out. */
  byIds(type: DocumentType, ids: readonly string[]): Promise<SearchDocument[]>
  /** Documents of a type whose id is greater than `after`, by id. */
  page(type: DocumentType, after: string, limit: number): Promise<SearchDocument[]>
}

export function createDocumentReader(db: DataSource): DocumentReader {
  /** Creators and invitees by playlist, for `readers` and `writers`. */
  async function insiders(playlists: readonly (RawPlaylist & { id: string })[]): Promise<(id: string) => string[]> {
    const groups = [...new Map(playlists.map((playlist) => [playlist.id, playlist])).values()]
    const found = new Map(groups.map(({ id, creatorUid }) => [id, [creatorUid]]))
    const invited = groups.filter(({ groupId }) => groupId !== null).map(({ id }) => id)
    for (let from = 0; from < invited.length; from += idBatchSize) {
      const rows = await sql<{ beadId: string; uid: string }>(db, 'SELECT "beadId", "uid" FROM "invitee" WHERE "beadId" IN (:...ids)', {
        ids: invited.slice(from, from + idBatchSize),
      })
      for (const { beadId, uid } of rows) found.get(beadId)!.push(uid)
    }
    return (id) => found.get(id)!
  }

  async function toBeads(rows: readonly RawBead[]): Promise<SearchDocument[]> {
    const of = await insiders(rows)
    return rows.map(({ id, title, description, tags, creatorUid, category, groupId, isDraft, isFeed, followerCount, postCount }) => ({
      type: 'bead',
      id,
      title,
      names: [],
      tags: parsed<string[]>(tags),
      description: shortened(description),
      category,
      creator: creatorUid,
      bead: null,
      readers: bool(isDraft) ? of(id) : null,
      writers: bool(isFeed) ? [] : bool(isDraft) || groupId !== null ? of(id) : null,
      popularity: Math.max(0, followerCount + postCount),
    }))
  }

  async function toPosts(rows: readonly RawPost[]): Promise<SearchDocument[]> {
    const drafts = rows.filter(({ isDraft }) => bool(isDraft))
    const of = await insiders(drafts.map((row) => ({ ...row, id: row.beadId, creatorUid: row.beadCreatorUid })))
    return rows.map(({ id, beadId, creatorUid, title, description, tags, media, score, category, isDraft }) => ({
      type: 'post',
      id,
      title,
      names: artistsOf(parsedOrNull<Media>(media)),
      tags: [...tagsOf({ tags: parsed<string[]>(tags), description }).values()],
      description: shortened(textOf(description)),
      category,
      creator: creatorUid,
      bead: beadId,
      readers: bool(isDraft) ? of(beadId) : null,
      writers: [],
      popularity: Math.max(0, score),
    }))
  }

  async function readByIds(type: DocumentType, ids: readonly string[]): Promise<SearchDocument[]> {
    if (type !== 'tag') return read(type, `${statements[type]} IN (:...ids)`, { ids })
    const known = padded(ids)
    return read(type, tagStatement(known.length), Object.fromEntries(known.map((key, n) => [`key${n}`, key])))
  }

  async function read(type: DocumentType, statement: string, parameters: Parameters): Promise<SearchDocument[]> {
    switch (type) {
      case 'bead':
        return toBeads(await sql<RawBead>(db, statement, parameters))
      case 'post':
        return toPosts(await sql<RawPost>(db, statement, parameters))
      case 'member':
        return toMembers(await sql<RawMember>(db, statement, parameters))
      case 'tag':
        return toTags(await sql<RawTag>(db, statement, parameters))
    }
  }

  return {
    async byIds(type, ids) {
      const found: SearchDocument[] = []
      for (let from = 0; from < ids.length; from += idBatchSize) found.push(...(await readByIds(type, ids.slice(from, from + idBatchSize))))
      return found
    },

    page: (type, after, limit) => read(type, pages[type], { after, limit }),
  }
}
