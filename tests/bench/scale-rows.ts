/**
 * Generates the rows of a large Strand database from a seed: members, their content and their relations. As in production, few members,
 * playlists and posts have most of the activity.
 */
import { formatId } from '#contract/ids.ts'
import { categories, normaliseTag, tagKey } from '#contract/rules.ts'
import { firstHeat } from '../../server/features/beads/heat.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { createChance, type Chance } from './chance.ts'

export interface Size {
  members: number
  beads: number
  posts: number
  relations: number
}

export type Row = Record<string, string | number | null>

const begin = Date.parse('2024-01-01T00:00:00Z')
const end = Date.parse('2026-11-01T00:00:00Z')
const seed = 20_261_121

const syllables = [
  'ka',
  'lo',
  'mi',
  'ra',
  'ne',
  'to',
  'su',
  've',
  'da',
  'fi',
  'go',
  'hu',
  'ji',
  'pe',
  'qu',
  'xa',
  'yo',
  'ze',
  'bra',
  'stri',
]
/** The word with this number, frequent words first. */
const word = (n: number): string => {
  let text = ''
  for (let left = n; text === '' || left > 0; left = Math.floor(left / syllables.length)) text += syllables[left % syllables.length]
  return text + syllables[(n * 7) % syllables.length]
}
const phrase = (chance: Chance, words: number): string => Array.from({ length: words }, () => word(chance.below(4000, 3))).join(' ')
const tagNames = Array.from({ length: 3000 }, (_, n) => normaliseTag(`${word(n)} ${n % 50}`))
const someTags = (chance: Chance, most: number): string[] => [
  ...new Set(Array.from({ length: chance.below(most + 1) }, () => tagNames[chance.below(tagNames.length, 3)]!)),
]
const iso = (time: number): string => new Date(time).toISOString()

/** Counts of related rows, indexed by the number of the entity. */
export interface Counts {
  followers: Uint32Array
  following: Uint32Array
  collected: Uint32Array
  followedBeads: Uint32Array
  beadFollowers: Uint32Array
  collects: Uint32Array
  upvotes: Uint32Array
  tagFollowers: Uint32Array
  posts: Uint32Array
  createdPosts: Uint32Array
  createdBeads: Uint32Array
}

export interface Rows {
  uid(member: number): string
  beadId(bead: number): string
  members(counts: Counts): Generator<Row>
  beads(counts: Counts): Generator<Row>
  beadTags(): Generator<Row>
  posts(counts: Counts): Generator<Row>
  comments(): Generator<Row>
  /** Ordered by member, so that rows are appended to the table. */
  relations(): Generator<Row>
  tags(counts: Counts): Generator<Row>
  notifications(): Generator<{ group: Row; activities: Row[] }>
  count(): Counts
}

export function createRows(size: Size): Rows {
  const uid = (member: number): string => `m${String(member).padStart(6, '0')}`
  const beadTime = (bead: number): number => Math.floor(begin + ((end - begin) * bead) / size.beads)
  const postTime = (post: number): number => Math.floor(begin + ((end - begin) * (post + 1)) / (size.posts + 1))
  /** Derived from the number alone, so that a relation can refer to an entity that is generated later. */
  const digitsOf = (n: number): string => createChance(n + 1).digits()
  const beadId = (bead: number): string => formatId('bead', beadTime(bead), digitsOf(bead))
  const postId = (post: number): string => formatId('post', postTime(post), digitsOf(post))
  const isDraft = (bead: number): boolean => bead % 41 === 40
  /** Selects the playlist of a post: older playlists get more posts, and some get many more. */
  const beadOfPost = (post: number, chance: Chance): number => chance.below(Math.max(1, Math.floor((size.beads * post) / size.posts)), 3)

  const commentsOf = (post: number): number => (post % 30 === 0 ? 5 : post % 3 === 0 ? 1 : 0)

  function* made(): Generator<{ post: number; bead: number; creator: number; chance: Chance }> {
    const chance = createChance(seed)
    for (let post = 0; post < size.posts; post += 1) {
      const bead = beadOfPost(post, chance)
      yield { post, bead, creator: chance.below(size.members, 2), chance: createChance(seed + post) }
    }
  }
  const creatorOfBead = (bead: number): number => createChance(seed ^ bead).below(size.members, 2)

  function* related(): Generator<{ member: number; type: number; entity: number; time: number }> {
    const chance = createChance(seed + 1)
    let left = size.relations
    for (let member = 0; member < size.members && left > 0; member += 1) {
      // 100 per member on average, a few thousand for the most active ones.
      const mean = left / (size.members - member)
      const count = member === size.members - 1 ? left : Math.min(left, Math.ceil(mean * 0.2 * (1 - chance.next()) ** -0.8), 6000)
      const kinds = new Map<number, Set<number>>()
      for (let n = 0; n < count; n += 1) {
        const which = chance.next()
        const [type, among, skew] =
          which < 0.6
            ? ([relationTypes.collect, size.posts, 2] as const)
            : which < 0.75
              ? ([relationTypes.followBead, size.beads, 3] as const)
              : which < 0.9
                ? ([relationTypes.followMember, size.members, 3] as const)
                : which < 0.94
                  ? ([relationTypes.followTag, tagNames.length, 3] as const)
                  : ([relationTypes.upvote, size.posts, 2] as const)
        const entity = chance.below(among, skew)
        const known = kinds.get(type) ?? new Set()
        if (known.has(entity) || (type === relationTypes.followMember && entity === member)) continue
        kinds.set(type, known.add(entity))
        left -= 1
        yield { member, type, entity, time: end - chance.below(end - begin, 1.5) }
      }
    }
  }

  const entityOf = (type: number, entity: number): string =>
    type === relationTypes.followBead
      ? beadId(entity)
      : type === relationTypes.followMember
        ? uid(entity)
        : type === relationTypes.followTag
          ? tagKey(tagNames[entity]!)
          : postId(entity)

  return {
    uid,
    beadId,

    count() {
      const of = (n: number) => new Uint32Array(n)
      const counts: Counts = {
        followers: of(size.members),
        following: of(size.members),
        collected: of(size.members),
        followedBeads: of(size.members),
        createdPosts: of(size.members),
        createdBeads: of(size.members),
        beadFollowers: of(size.beads),
        posts: of(size.beads),
        collects: of(size.posts),
        upvotes: of(size.posts),
        tagFollowers: of(tagNames.length),
      }
      const add = (numbers: Uint32Array, n: number) => void (numbers[n]! += 1)
      const target: Record<number, Uint32Array> = {
        [relationTypes.collect]: counts.collects,
        [relationTypes.upvote]: counts.upvotes,
        [relationTypes.followBead]: counts.beadFollowers,
        [relationTypes.followMember]: counts.followers,
        [relationTypes.followTag]: counts.tagFollowers,
      }
      const actors: Record<number, Uint32Array> = {
        [relationTypes.collect]: counts.collected,
        [relationTypes.followBead]: counts.followedBeads,
        [relationTypes.followMember]: counts.following,
      }
      for (const { member, type, entity } of related()) {
        add(target[type]!, entity)
        if (actors[type]) add(actors[type], member)
      }
      for (const { bead, creator } of made()) {
        add(counts.posts, bead)
        add(counts.createdPosts, creator)
      }
      for (let bead = 0; bead < size.beads; bead += 1) add(counts.createdBeads, creatorOfBead(bead))
      return counts
    },

    *members(counts) {
      const chance = createChance(seed + 2)
      for (let member = 0; member < size.members; member += 1) {
        yield {
          uid: uid(member),
          uidKey: uid(member),
          name: `${phrase(chance, 2)}`,
          email: `${uid(member)}@example.org`,
          passwordHash: null,
          verified: chance.next() < 0.02 ? 1 : 0,
          isAdmin: 0,
          description: phrase(chance, 8),
          city: '',
          country: '',
          image: null,
          creationDate: iso(begin + chance.below(end - begin)),
          privileges: '{}',
          followerCount: counts.followers[member]!,
          followingCount: counts.following[member]!,
          collectedPostCount: counts.collected[member]!,
          createdPostCount: counts.createdPosts[member]!,
          createdBeadCount: counts.createdBeads[member]!,
          collectedBeadCount: counts.followedBeads[member]!,
        }
      }
    },

    *beads(counts) {
      for (let bead = 0; bead < size.beads; bead += 1) {
        const chance = createChance(seed + 3 + bead)
        const time = beadTime(bead)
        const id = beadId(bead)
        yield {
          id,
          title: `${phrase(chance, 3)}?`,
          description: phrase(chance, 20),
          category: categories[chance.below(categories.length, 1.5)]!,
          tags: JSON.stringify(someTags(chance, 5)),
          creatorUid: uid(creatorOfBead(bead)),
          creationDate: iso(time),
          groupId: chance.next() < 0.4 ? `g${id.slice(1)}` : null,
          isDraft: isDraft(bead) ? 1 : 0,
          isFeed: 0,
          image: `/images/beads/${bead % 40}.jpg`,
          attribution: null,
          postCount: counts.posts[bead]!,
          followerCount: counts.beadFollowers[bead]!,
          heat: firstHeat(1 + counts.posts[bead]! + 3 * counts.beadFollowers[bead]!, time + chance.below(end - time + 1)),
        }
      }
    },

    *beadTags() {
      for (let bead = 0; bead < size.beads; bead += 1) {
        const chance = createChance(seed + 3 + bead)
        phrase(chance, 23)
        chance.next()
        for (const tag of someTags(chance, 5)) yield { tagKey: tagKey(tag), beadId: beadId(bead) }
      }
    },

    *posts(counts) {
      for (const { post, bead, creator, chance } of made()) {
        const video = chance.below(1_000_000, 1.2).toString(36).padStart(11, 'v')
        const href = `https://www.youtube.com/watch?v=${video}`
        const title = phrase(chance, 5)
        const stream = {
          type: 'youtube',
          uri: video,
          href,
          title,
          author: phrase(chance, 2),
          image: `https://i.ytimg.com/vi/${video}/hqdefault.jpg`,
          duration: 200,
        }
        const media = {
          type: 'video',
          href,
          title,
          artist: stream.author,
          source: 'YouTube',
          image: stream.image,
          duration: 200,
          media: [stream],
        }
        const [collects, upvotes, comments] = [counts.collects[post]!, counts.upvotes[post]!, commentsOf(post)]
        yield {
          id: postId(post),
          beadId: beadId(bead),
          creatorUid: uid(creator),
          title,
          description: phrase(chance, 12),
          tags: JSON.stringify(someTags(chance, 3)),
          media: JSON.stringify(media),
          mediaKey: `youtube:${video}`,
          playable: 1,
          creationDate: iso(postTime(post)),
          collectCount: collects,
          upvoteCount: upvotes,
          commentCount: comments,
          playCount: chance.below(5000, 4),
          score: 2 * collects + upvotes + comments,
          shuffleKey: chance.below(2_147_483_647),
        }
      }
    },

    *comments() {
      const chance = createChance(seed + 5)
      for (let post = 0; post < size.posts; post += 1)
        for (let n = 0; n < commentsOf(post); n += 1) {
          const time = postTime(post) + (n + 1) * 60_000
          yield {
            id: formatId('comment', time, digitsOf(8 * post + n)),
            postId: postId(post),
            creatorUid: uid(chance.below(size.members, 2)),
            text: phrase(chance, 10),
            creationDate: iso(time),
          }
        }
    },

    *relations() {
      for (const { member, type, entity, time } of related())
        yield { uid: uid(member), type, entity: entityOf(type, entity), creationDate: iso(time) }
    },

    *tags(counts) {
      for (const [tag, name] of tagNames.entries())
        yield { key: tagKey(name), name, followerCount: counts.tagFollowers[tag]!, creationDate: iso(begin) }
    },

    *notifications() {
      const chance = createChance(seed + 4)
      for (let member = 0; member < size.members; member += 1) {
        const topics = new Set(
          Array.from({ length: Math.min(400, Math.ceil(2 * (1 - chance.next()) ** -0.8)) }, () => chance.below(size.posts, 2)),
        )
        for (const post of topics) {
          const group = { uid: uid(member), verb: 'collect', topic: postId(post) }
          const actors = Array.from({ length: 1 + chance.below(4) }, (_, n) => ({
            uid: uid((member + n + 1) % size.members),
            date: iso(end - chance.below(end - begin, 3)),
          }))
          yield {
            group: {
              ...group,
              date: actors[0]!.date,
              actorCount: actors.length,
              actors: JSON.stringify(actors.slice(0, 2)),
              isOwner: 1,
              beadId: null,
              postId: postId(post),
              commentId: null,
            },
            activities: actors.map(({ uid: actor, date }) => ({ ...group, actor, source: '', date })),
          }
        }
      }
    },
  }
}
