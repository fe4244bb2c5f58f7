/**
 * Candidates for suggestions: follows of recently followed members, playlists with recently followed tags, and hot playlists. Each
 * query walks a bounded number of index rows, independent of the size of the tables.
 */
import type { DataSource } from 'typeorm'
import { hiddenText, sql } from '#db/sql.ts'
import { createMemo } from '#http/memo.ts'
import { relationTypes } from '../relations/service.ts'
import type { SuggestionType } from './entities.ts'
import { fewerFactor, type FewerFilter } from './fewer.ts'

export interface Candidate {
  id: string
  /** Keys of some of the followed tags that led to it. */
  tags: readonly string[]
  /** Uids of some of the followed members who follow it. */
  followers: readonly string[]
}

/** How many tags and followers are shown as reasons. */
export const shownTags = 3
const shownFollowers = 2

interface Scored {
  id: string
  score: number
  tags: Set<string>
  followers: Set<string>
}

const { followBead, followMember, followTag } = relationTypes
/** The relation type of a follow of each suggestion type. */
export const followTypes: Record<SuggestionType, number> = { member: followMember, bead: followBead, tag: followTag }

/** Latest follows that are evaluated. */
const sourceLimit = 10
/** Rows per evaluated follow. */
const perSource = 10
const hotLimit = 30
/** Weights of a followed member, a followed tag, and general popularity. */
const weights = { follower: 3, tag: 2, hot: 1 } as const

/** Latest rows of each source, in one statement with index walks per source. A short list repeats sources: one prepared statement. */
async function walkSources<Row>(db: DataSource, from: readonly string[], walks: (source: string) => readonly string[]): Promise<Row[]> {
  if (from.length === 0) return []
  const parameters: Record<string, string> = {}
  const parts = Array.from({ length: sourceLimit }, (_, n) => {
    parameters[`f${n}`] = from[n % from.length]!
    return walks(hiddenText(db, `f${n}`))
  }).flat()
  return sql<Row>(db, parts.map((part, n) => `SELECT * FROM (${part}) w${n}`).join(' UNION '), parameters)
}

interface Follow {
  uid: string
  type: number
  entity: string
}

/** Limits of the latest follows that are read, by type. */
const followLimits: readonly (readonly [type: number, limit: number])[] = [
  [followMember, sourceLimit],
  [followBead, hotLimit],
  [followTag, sourceLimit],
]

const recentFollows = (db: DataSource, uid: string): Promise<Follow[]> =>
  sql(
    db,
    followLimits
      .map(
        ([type, limit]) =>
          `SELECT * FROM (SELECT "uid", "type", "entity" FROM "relation" WHERE "uid" = :uid AND "type" = ${type} ORDER BY "creationDate" DESC, "entity" LIMIT ${limit}) r${type}`,
      )
      .join(' UNION ALL '),
    { uid },
  )

const latestFollows =
  (types: readonly number[]) =>
  (source: string): string[] =>
    types.map(
      (type) =>
        `SELECT r."uid", r."type", r."entity" FROM "relation" r WHERE r."uid" = ${source} AND r."type" = ${type} ORDER BY r."creationDate" DESC LIMIT ${perSource}`,
    )

class CandidateScores {
  private readonly found = new Map<string, Scored>()
  private readonly fewer: FewerFilter

  constructor(fewer: FewerFilter) {
    this.fewer = fewer
  }

  private of(id: string): Scored {
    const known = this.found.get(id)
    if (known) return known
    const created: Scored = { id, score: 0, tags: new Set(), followers: new Set() }
    this.found.set(id, created)
    return created
  }

  private weight(type: 'member' | 'tag', id: string): number {
    const weight = type === 'member' ? weights.follower : weights.tag
    return this.fewer.has(type, id) ? weight / fewerFactor : weight
  }

  follower(id: string, uid: string): void {
    const candidate = this.of(id)
    if (!candidate.followers.has(uid)) candidate.score += this.weight('member', uid)
    candidate.followers.add(uid)
  }
  tag(id: string, key: string): void {
    const candidate = this.of(id)
    if (!candidate.tags.has(key)) candidate.score += this.weight('tag', key)
    candidate.tags.add(key)
  }
  /** @param rank from 0, the hottest. */
  hot(id: string, rank: number): void {
    this.of(id).score += weights.hot * (1 - rank / (2 * hotLimit))
  }

  bestFirst(type: SuggestionType): Candidate[] {
    for (const one of this.found.values()) if (this.fewer.has(type, one.id)) one.score /= fewerFactor
    return [...this.found.values()]
      .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
      .map(({ id, tags, followers }) => ({ id, tags: [...tags].slice(0, shownTags), followers: [...followers].slice(0, shownFollowers) }))
  }
}

interface Tagged {
  tagKey: string
  beadId: string
}

const latestWithTag = (source: string): string[] => [
  `SELECT t."tagKey", t."beadId" FROM "bead_tag" t WHERE t."tagKey" = ${source} ORDER BY t."beadId" DESC LIMIT ${perSource}`,
]

const tagsOf = async (db: DataSource, beadIds: readonly string[]): Promise<string[]> => {
  if (beadIds.length === 0) return []
  const rows = await sql<{ tagKey: string }>(db, 'SELECT "tagKey" FROM "bead_tag" WHERE "beadId" IN (:...beadIds)', { beadIds })
  return rows.map(({ tagKey }) => tagKey)
}

/** What the whole site likes. It does not depend on the member. */
interface Popular {
  /** The hottest first. */
  beads: readonly { id: string; creatorUid: string }[]
  /** Keys of the tags of these playlists, with repetitions. */
  tagsOfBeads: readonly string[]
  /** Keys, with the most followers first. */
  tags: readonly string[]
}

/** How long what is popular, and the candidates of a member, are cached (ms). */
const lifetimeMs = 60_000
/** Number of members whose candidates are cached, with about 20 kB each. */
const maxMembers = 200

function createPopular(db: DataSource, now: () => number): () => Promise<Popular> {
  const memo = createMemo<Popular>({ size: 1, ttlMs: () => lifetimeMs, now })
  const read = async (): Promise<Popular> => {
    const [beads, tags] = await Promise.all([
      sql<Popular['beads'][number]>(
        db,
        `SELECT "id", "creatorUid" FROM "bead" WHERE "isDraft" = FALSE ORDER BY "heat" DESC, "id" DESC LIMIT ${hotLimit}`,
      ),
      sql<{ key: string }>(db, `SELECT "key" FROM "tag" ORDER BY "followerCount" DESC, "key" DESC LIMIT ${hotLimit}`),
    ])
    const tagsOfBeads = await tagsOf(
      db,
      beads.map(({ id }) => id),
    )
    return { beads, tagsOfBeads, tags: tags.map(({ key }) => key) }
  }
  return () => memo.get('', read)
}

export type Candidates = Partial<Record<SuggestionType, Candidate[]>>

/** Best first, for each of the types. Down-ranked sources count less. Still includes what the member follows, dismissed or created. */
export type ReadCandidates = (uid: string, types: readonly SuggestionType[], less: Promise<FewerFilter>) => Promise<Candidates>

/**
 * Cached as long as the member's follows and down-ranking are the same, for a minute at most: a feed and the suggestions beside it are read
 * at the same time.
 */
export function createCandidates(db: DataSource, now: () => number): ReadCandidates {
  const popular = createPopular(db, now)
  const memo = createMemo<Candidates>({ size: maxMembers, ttlMs: () => lifetimeMs, now })

  async function read(recentlyFollowed: readonly Follow[], types: readonly SuggestionType[], fewer: FewerFilter): Promise<Candidates> {
    const { beads: hot, tagsOfBeads, tags: popularTags } = await popular()
    const followed = (type: number): string[] => recentlyFollowed.filter((follow) => follow.type === type).map(({ entity }) => entity)
    const has = (type: SuggestionType): boolean => types.includes(type)
    const hotIds = new Set(hot.map(({ id }) => id))
    const [follows, tagged, tags] = await Promise.all([
      walkSources<Follow>(db, followed(followMember), latestFollows(types.map((type) => followTypes[type]))),
      has('bead') ? walkSources<Tagged>(db, followed(followTag), latestWithTag) : [],
      has('tag')
        ? tagsOf(
            db,
            followed(followBead).filter((id) => !hotIds.has(id)),
          )
        : [],
    ])

    function scored(type: SuggestionType): Candidate[] {
      const scores = new CandidateScores(fewer)
      for (const { uid: friend, type: followType, entity } of follows) if (followType === followTypes[type]) scores.follower(entity, friend)
      if (type === 'member') hot.forEach(({ creatorUid }, rank) => scores.hot(creatorUid, rank))
      if (type === 'bead') {
        for (const { tagKey, beadId } of tagged) scores.tag(beadId, tagKey)
        hot.forEach(({ id }, rank) => scores.hot(id, rank))
      }
      if (type === 'tag') {
        for (const key of [...tags, ...tagsOfBeads]) scores.hot(key, hotLimit)
        popularTags.forEach((key, rank) => scores.hot(key, rank))
      }
      return scores.bestFirst(type)
    }
    return Object.fromEntries(types.map((type) => [type, scored(type)]))
  }

  return async (uid, types, less) => {
    const [fewer, recentlyFollowed] = await Promise.all([less, recentFollows(db, uid)])
    const follows = recentlyFollowed.map(({ type, entity }) => `${type} ${entity}`)
    return memo.get(JSON.stringify([uid, types, fewer.key, follows]), () => read(recentlyFollowed, types, fewer))
  }
}
