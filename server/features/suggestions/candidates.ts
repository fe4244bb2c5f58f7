/**
 * Who and what might be worth following, from a bounded look around: what those do whom one followed
 * lately, what bears the tags that one followed lately, and what is hot. Each look is a walk of a few
 * rows of an index, whatever the size of the tables.
 */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import type { SuggestionType } from './entities.ts'
import { share, type Less } from './fewer.ts'

export interface Candidate {
  id: string
  score: number
  /** Followed tags that speak for it, keys. */
  tags: Set<string>
  /** Followed members who follow it. */
  followers: Set<string>
}

const { followBead, followMember, followTag } = relationTypes
/** The relation of a member to what is suggested, were it followed. */
export const followTypes: Record<SuggestionType, number> = { member: followMember, bead: followBead, tag: followTag }

/** So many of those that one followed last are asked, */
const asked = 10
/** and so many things of each. */
const each = 10
const hottest = 30
/** What somebody one follows says, what a tag says, what everybody says. */
const weights = { follower: 3, tag: 2, hot: 1 } as const

/** The latest things that these follow, or bear: one walk for each, in one statement. Of a shorter list some repeat. */
async function around<Row>(db: DataSource, from: readonly string[], walk: (place: string) => string): Promise<Row[]> {
  if (from.length === 0) return []
  const parameters: Record<string, string | number> = { each }
  const walks = Array.from({ length: asked }, (_, n) => {
    parameters[`f${n}`] = from[n % from.length]!
    return `SELECT * FROM (${walk(`:f${n}`)}) w${n}`
  })
  return sql<Row>(db, walks.join(' UNION '), parameters)
}

async function followedLately(db: DataSource, uid: string, type: number, limit = asked): Promise<string[]> {
  const rows = await sql<{ entity: string }>(
    db,
    'SELECT "entity" FROM "relation" WHERE "uid" = :uid AND "type" = :type ORDER BY "creationDate" DESC, "entity" LIMIT :limit',
    { uid, type, limit },
  )
  return rows.map(({ entity }) => entity)
}

const latestFollows =
  (type: number) =>
  (place: string): string =>
    `SELECT r."uid", r."entity" FROM "relation" r WHERE r."uid" = ${place} AND r."type" = ${type} ORDER BY r."creationDate" DESC LIMIT :each`

class Poll {
  readonly found = new Map<string, Candidate>()
  private readonly less: Less

  constructor(less: Less) {
    this.less = less
  }

  private of(id: string): Candidate {
    const known = this.found.get(id)
    if (known) return known
    const made: Candidate = { id, score: 0, tags: new Set(), followers: new Set() }
    this.found.set(id, made)
    return made
  }

  private weight(type: 'member' | 'tag', voice: string): number {
    const weight = type === 'member' ? weights.follower : weights.tag
    return this.less.has(type, voice) ? weight / share : weight
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
  /** @param place from 0, the hottest. */
  hot(id: string, place: number): void {
    this.of(id).score += weights.hot * (1 - place / (2 * hottest))
  }
}

const hotBeads = (db: DataSource): Promise<{ id: string; creatorUid: string }[]> =>
  sql(db, 'SELECT "id", "creatorUid" FROM "bead" WHERE "isDraft" = FALSE ORDER BY "heat" DESC, "id" DESC LIMIT :hottest', { hottest })

interface Follow {
  uid: string
  entity: string
}
interface Tagged {
  tagKey: string
  beadId: string
}

const polls: Record<SuggestionType, (db: DataSource, uid: string, poll: Poll) => Promise<void>> = {
  async member(db, uid, poll) {
    const friends = await followedLately(db, uid, followMember)
    const [follows, hot] = await Promise.all([around<Follow>(db, friends, latestFollows(followMember)), hotBeads(db)])
    for (const { uid: friend, entity } of follows) poll.follower(entity, friend)
    hot.forEach(({ creatorUid }, place) => poll.hot(creatorUid, place))
  },

  async bead(db, uid, poll) {
    const [friends, tags] = await Promise.all([followedLately(db, uid, followMember), followedLately(db, uid, followTag)])
    const [follows, tagged, hot] = await Promise.all([
      around<Follow>(db, friends, latestFollows(followBead)),
      around<Tagged>(
        db,
        tags,
        (place) => `SELECT t."tagKey", t."beadId" FROM "bead_tag" t WHERE t."tagKey" = ${place} ORDER BY t."beadId" DESC LIMIT :each`,
      ),
      hotBeads(db),
    ])
    for (const { uid: friend, entity } of follows) poll.follower(entity, friend)
    for (const { tagKey, beadId } of tagged) poll.tag(beadId, tagKey)
    hot.forEach(({ id }, place) => poll.hot(id, place))
  },

  async tag(db, uid, poll) {
    const [friends, beads, hot] = await Promise.all([
      followedLately(db, uid, followMember),
      followedLately(db, uid, followBead, hottest),
      hotBeads(db),
    ])
    const borne = [...beads, ...hot.map(({ id }) => id)]
    const [follows, tagged, popular] = await Promise.all([
      around<Follow>(db, friends, latestFollows(followTag)),
      borne.length === 0 ? [] : sql<Tagged>(db, 'SELECT "tagKey", "beadId" FROM "bead_tag" WHERE "beadId" IN (:...borne)', { borne }),
      sql<{ key: string }>(db, 'SELECT "key" FROM "tag" ORDER BY "followerCount" DESC, "key" DESC LIMIT :hottest', { hottest }),
    ])
    for (const { uid: friend, entity } of follows) poll.follower(entity, friend)
    for (const { tagKey } of tagged) poll.hot(tagKey, hottest)
    popular.forEach(({ key }, place) => poll.hot(key, place))
  },
}

/** Best first; what speaks for one counts less where the member wants less of it. What the member follows, has dismissed, is or made is still among them. */
export async function candidates(db: DataSource, uid: string, type: SuggestionType, less: Less): Promise<Candidate[]> {
  const poll = new Poll(less)
  await polls[type](db, uid, poll)
  for (const candidate of poll.found.values()) if (less.has(type, candidate.id)) candidate.score /= share
  return [...poll.found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}
