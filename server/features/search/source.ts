/** What search indexes are made of, read from the database: everything that can be found, as it is now. */
import type { DataSource } from 'typeorm'
import type { Change, DocumentKey, DocumentSource, DocumentType, SearchDocument } from '../../../search/port.ts'
import { cut, normaliseTag, type Category, type Media } from '../../contract/index.ts'
import { bool, parsed, parsedOrNull, sql, type Parameters, type RawBoolean } from '../../db/sql.ts'
import { tagsOf, textOf } from '../posts/service.ts'
import { artistsOf } from '../words/service.ts'

/** Characters of a description that are searched: what a text is about it says early. */
const longestDescription = 500
/** Ids in one statement. */
const idsAtOnce = 128
/** How far the posts of a tag are counted: beyond, all are as popular. */
const countMost = 1000

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

const shortened = (text: string): string => cut(text, longestDescription).trim()

/** Truth is the playlist: what posts and tags copy of it may lag behind for a moment. */
const isPublic = `EXISTS (SELECT 1 FROM "bead" v WHERE v."id" = t."beadId" AND v."isDraft" = FALSE)`
/** The next tag of a public post: jumps from one to the next, however many posts each has. */
const nextTag = (condition: string): string => `SELECT t."tagKey" FROM "post_tag" t WHERE t."tagKey" ${condition} AND ${isPublic} ORDER BY t."tagKey" LIMIT 1`

const tagColumns = `
  (SELECT t."tag" FROM "post_tag" t WHERE t."tagKey" = k."key" AND ${isPublic} LIMIT 1) AS "name",
  (SELECT COUNT(*) FROM (SELECT 1 FROM "post_tag" t WHERE t."tagKey" = k."key" AND t."isDraft" = FALSE LIMIT ${countMost}) c) AS "posts",
  (SELECT g."followerCount" FROM "tag" g WHERE g."key" = k."key") AS "followers"`

const statements = {
  bead: `SELECT v."id", v."title", v."description", v."tags", v."creatorUid", v."category", v."groupId", v."isDraft", v."isFeed", v."followerCount", v."postCount"
    FROM "bead" v WHERE v."id"`,
  post: `SELECT p."id", p."beadId", p."creatorUid", p."title", p."description", p."tags", p."media", p."score",
      v."category", v."isDraft", v."groupId", v."creatorUid" AS "beadCreatorUid"
    FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id"`,
  member: 'SELECT m."uid", m."name", m."description", m."followerCount" FROM "member" m WHERE m."removedDate" IS NULL AND m."uid"',
} as const

/** Keys themselves are looked up, for rows that have a key may be a million. */
const tagStatement = (keys: number): string =>
  `WITH given("key") AS (VALUES ${Array.from({ length: keys }, (_none, n) => `(:key${n})`).join(', ')}), k AS (SELECT DISTINCT "key" FROM given)
   SELECT k."key", ${tagColumns} FROM k`

/** After an id, in its order. */
const pages: Record<DocumentType, string> = {
  bead: `${statements.bead} > :after ORDER BY v."id" LIMIT :limit`,
  post: `${statements.post} > :after ORDER BY p."id" LIMIT :limit`,
  member: `${statements.member} > :after ORDER BY m."uid" LIMIT :limit`,
  tag: `WITH RECURSIVE found("key", "n") AS (
      SELECT (${nextTag('> :after')}), 1
      UNION ALL SELECT (${nextTag('> found."key"')}), found."n" + 1 FROM found WHERE found."key" IS NOT NULL AND found."n" < :limit)
    SELECT k."key", ${tagColumns} FROM found k WHERE k."key" IS NOT NULL ORDER BY k."key"`,
}

/** A power of two, so that lists of any length are eight statements in all. */
function padded(ids: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return [...ids, ...Array<string>(length - ids.length).fill(ids.at(-1)!)]
}

/** What tells this database, and its backups, from every other one. */
export async function databaseIdOf(db: DataSource): Promise<string> {
  const [row] = await sql<{ databaseId: string }>(db, 'SELECT "databaseId" FROM "search_head"')
  return row!.databaseId
}

export function createDocumentSource(db: DataSource): DocumentSource {
  /** Playlists' creators and invitees, where a document has to name them. */
  async function insiders(playlists: readonly (RawPlaylist & { id: string })[]): Promise<(id: string) => string[]> {
    const groups = [...new Map(playlists.map((one) => [one.id, one])).values()]
    const found = new Map(groups.map(({ id, creatorUid }) => [id, [creatorUid]]))
    const invited = groups.filter(({ groupId }) => groupId !== null).map(({ id }) => id)
    for (let from = 0; from < invited.length; from += idsAtOnce) {
      const ids = padded(invited.slice(from, from + idsAtOnce))
      const rows = await sql<{ beadId: string; uid: string }>(db, 'SELECT "beadId", "uid" FROM "invitee" WHERE "beadId" IN (:...ids)', { ids })
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

  const nowhere = { category: null, bead: null, readers: null, writers: [] } as const

  const toMembers = (rows: readonly RawMember[]): SearchDocument[] =>
    rows.map(({ uid, name, description, followerCount }) => ({
      ...nowhere, type: 'member', id: uid, title: name, names: [uid], tags: [], description: shortened(description), creator: uid, popularity: Math.max(0, followerCount),
    }))

  /** The words that a tag was made of, for whoever types them apart. */
  const apart = (name: string): string => name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
  const namesOf = (name: string): string[] => (apart(name) === name ? [] : [apart(name)])

  /** A tag without a name has no public post. */
  const toTags = (rows: readonly RawTag[]): SearchDocument[] =>
    rows.flatMap(({ key, name, posts, followers }) => name === null ? [] : {
      ...nowhere, type: 'tag', id: key, title: normaliseTag(name), names: namesOf(normaliseTag(name)), tags: [], description: '', creator: null, popularity: Number(posts) + Math.max(0, followers ?? 0),
    })

  async function readByIds(type: DocumentType, ids: readonly string[]): Promise<SearchDocument[]> {
    const known = padded(ids)
    if (type !== 'tag') return read(type, `${statements[type]} IN (:...ids)`, { ids: known })
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

  const head = async (): Promise<number> => Number((await sql<{ position: number | string }>(db, 'SELECT "position" FROM "search_head"'))[0]!.position)

  return {
    head,

    async changes(after, limit) {
      // The head first: what is appended meanwhile is no gap.
      const latest = await head()
      if (latest === after) return []
      const rows = await sql<Omit<Change, 'position'> & { position: number | string }>(
        db, 'SELECT "position", "type", "id" FROM "search_change" WHERE "position" > :after ORDER BY "position" LIMIT :limit', { after, limit },
      )
      const changes = rows.map((row): Change => ({ ...row, position: Number(row.position) }))
      // Positions have no gaps: what is missing was forgotten, or is of another database.
      return changes[0]?.position === after + 1 ? changes : null
    },

    async documents(keys) {
      const found: SearchDocument[] = []
      for (const type of new Set(keys.map((key) => key.type))) {
        const ids = [...new Set(keys.filter((key) => key.type === type).map(({ id }) => id))]
        for (let from = 0; from < ids.length; from += idsAtOnce) found.push(...(await readByIds(type, ids.slice(from, from + idsAtOnce))))
      }
      return found
    },

    all: (type, after, limit) => read(type, pages[type], { after, limit }),

    async within(bead, after, limit) {
      const posts = await sql<{ id: string }>(
        db, 'SELECT "id" FROM "post" WHERE "beadId" = :bead AND "id" > :after ORDER BY "id" LIMIT :limit', { bead, after, limit },
      )
      if (posts.length === 0) return []
      const tags = await sql<{ id: string }>(
        db,
        `SELECT DISTINCT "tagKey" AS "id" FROM "post_tag"
         WHERE "postId" IN (SELECT "id" FROM "post" WHERE "beadId" = :bead AND "id" > :after AND "id" <= :last)`,
        { bead, after, last: posts.at(-1)!.id },
      )
      return [...posts.map(({ id }): DocumentKey => ({ type: 'post', id })), ...tags.map(({ id }): DocumentKey => ({ type: 'tag', id }))]
    },

    async count() {
      const [row] = await sql<{ total: number | string }>(
        db,
        `SELECT (SELECT COUNT(*) FROM "bead") + (SELECT COUNT(*) FROM "post") + (SELECT COUNT(*) FROM "member" WHERE "removedDate" IS NULL)
           + (SELECT COUNT(DISTINCT "tagKey") FROM "post_tag" WHERE "isDraft" = FALSE) AS "total"`,
      )
      return Number(row!.total)
    },
  }
}
