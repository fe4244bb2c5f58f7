/**
 * Candidates for suggestions: follows of recently followed members, playlists with recently followed tags, and hot playlists. Each
 * query walks a bounded number of index rows, independent of the size of the tables.
 */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import type { SuggestionType } from './entities.ts'
import { fewerFactor, type FewerFilter } from './fewer.ts'

export interface Candidate {
  id: string
  score: number
  /** Keys of followed tags that led to it. */
  tags: Set<string>
  /** Followed members who follow it. */
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

/** Latest rows of each source, in one statement with one index walk per source. A short list repeats sources: one prepared statement. */
async function walkSources<Row>(db: DataSource, from: readonly string[], walk: (source: string) => string): Promise<Row[]> {
  if (from.length === 0) return []
  const parameters: Record<string, string | number> = { perSource }
  const walks = Array.from({ length: sourceLimit }, (_, n) => {
    parameters[`f${n}`] = from[n % from.length]!
    return `SELECT * FROM (${walk(`:f${n}`)}) w${n}`
  })
  return sql<Row>(db, walks.join(' UNION '), parameters)
}

async function recentFollows(db: DataSource, uid: string, type: number, limit = sourceLimit): Promise<string[]> {
  const rows = await sql<{ entity: string }>(
    db,
    'SELECT "entity" FROM "relation" WHERE "uid" = :uid AND "type" = :type ORDER BY "creationDate" DESC, "entity" LIMIT :limit',
    { uid, type, limit },
  )
  return rows.map(({ entity }) => entity)
}

const latestFollows =
  (type: number) =>
  (source: string): string =>
    `SELECT r."uid", r."entity" FROM "relation" r WHERE r."uid" = ${source} AND r."type" = ${type} ORDER BY r."creationDate" DESC LIMIT :perSource`

class CandidateScores {
  readonly found = new Map<string, Candidate>()
  private readonly fewer: FewerFilter

  constructor(fewer: FewerFilter) {
    this.fewer = fewer
  }

  private of(id: string): Candidate {
    const known = this.found.get(id)
    if (known) return known
    const created: Candidate = { id, score: 0, tags: new Set(), followers: new Set() }
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
}

const hotBeads = (db: DataSource): Promise<{ id: string; creatorUid: string }[]> =>
  sql(db, 'SELECT "id", "creatorUid" FROM "bead" WHERE "isDraft" = FALSE ORDER BY "heat" DESC, "id" DESC LIMIT :hotLimit', {
    hotLimit,
  })

interface Follow {
  uid: string
  entity: string
}
interface Tagged {
  tagKey: string
  beadId: string
}

const scorers: Record<SuggestionType, (db: DataSource, uid: string, scores: CandidateScores) => Promise<void>> = {
  async member(db, uid, scores) {
    const friends = await recentFollows(db, uid, followMember)
    const [follows, hot] = await Promise.all([walkSources<Follow>(db, friends, latestFollows(followMember)), hotBeads(db)])
    for (const { uid: friend, entity } of follows) scores.follower(entity, friend)
    hot.forEach(({ creatorUid }, rank) => scores.hot(creatorUid, rank))
  },

  async bead(db, uid, scores) {
    const [friends, tags] = await Promise.all([recentFollows(db, uid, followMember), recentFollows(db, uid, followTag)])
    const [follows, tagged, hot] = await Promise.all([
      walkSources<Follow>(db, friends, latestFollows(followBead)),
      walkSources<Tagged>(
        db,
        tags,
        (source) =>
          `SELECT t."tagKey", t."beadId" FROM "bead_tag" t WHERE t."tagKey" = ${source} ORDER BY t."beadId" DESC LIMIT :perSource`,
      ),
      hotBeads(db),
    ])
    for (const { uid: friend, entity } of follows) scores.follower(entity, friend)
    for (const { tagKey, beadId } of tagged) scores.tag(beadId, tagKey)
    hot.forEach(({ id }, rank) => scores.hot(id, rank))
  },

  async tag(db, uid, scores) {
    const [friends, beads, hot] = await Promise.all([
      recentFollows(db, uid, followMember),
      recentFollows(db, uid, followBead, hotLimit),
      hotBeads(db),
    ])
    const beadIds = [...beads, ...hot.map(({ id }) => id)]
    const [follows, tagged, popular] = await Promise.all([
      walkSources<Follow>(db, friends, latestFollows(followTag)),
      beadIds.length === 0 ? [] : sql<Tagged>(db, 'SELECT "tagKey", "beadId" FROM "bead_tag" WHERE "beadId" IN (:...beadIds)', { beadIds }),
      sql<{ key: string }>(db, 'SELECT "key" FROM "tag" ORDER BY "followerCount" DESC, "key" DESC LIMIT :hotLimit', { hotLimit }),
    ])
    for (const { uid: friend, entity } of follows) scores.follower(entity, friend)
    for (const { tagKey } of tagged) scores.hot(tagKey, hotLimit)
    popular.forEach(({ key }, rank) => scores.hot(key, rank))
  },
}

/** Best first. Down-ranked sources count less. Still includes what the member follows, dismissed or created. */
export async function candidates(db: DataSource, uid: string, type: SuggestionType, fewer: FewerFilter): Promise<Candidate[]> {
  const scores = new CandidateScores(fewer)
  await scorers[type](db, uid, scores)
  for (const candidate of scores.found.values()) if (fewer.has(type, candidate.id)) candidate.score /= fewerFactor
  return [...scores.found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}
