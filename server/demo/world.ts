/**
 * Turns the hand-written tables into rows: posts, collections, upvotes, follows, comments. Random numbers are seeded and timestamps are
 * relative to `now`, so that the same `now` gives the same rows. Counters are computed from the rows.
 */
import { formatId, normaliseTags, type Category } from '#contract/index.ts'
import type { BeadExtras } from '#contract/schemas/bead.ts'
import { unset, type MemberRow } from '../features/accounts/entities.ts'
import type { BeadRow, InviteeRow } from '../features/beads/entities.ts'
import { firstHeat, heatOf, addEvent } from '../features/beads/heat.ts'
import type { CommentRow } from '../features/comments/entities.ts'
import type { PostRow } from '../features/posts/entities.ts'
import type { TagRow } from '../features/social/entities.ts'
import { relationTypes, type RelationRow, type RelationType } from '../features/relations/entities.ts'
import { chance, type Chance } from './chance.ts'
import { createCommentPicker } from './comments.ts'
import { toMedia } from './media.ts'
import { members } from './members.ts'
import { playlists } from './playlists/index.ts'
import type { DemoMember, DemoPlaylist } from './tables.ts'
import { html } from './text.ts'

export interface World {
  members: MemberRow[]
  beads: BeadRow[]
  invitees: InviteeRow[]
  posts: PostRow[]
  comments: CommentRow[]
  relations: RelationRow[]
  tags: TagRow[]
}

const day = 86_400_000
const hour = 3_600_000
const minute = 60_000

/** A member's row with its table entry. */
interface Person {
  row: MemberRow
  entry: DemoMember
  joined: number
}

const withPassword = new Set(['demo', 'partner', 'admin'])
/** Operators: they follow, collect and upvote, post only in their own playlists or where a table names them, and never comment. */
const staff = new Set(['admin', 'strand'])

function toPerson(entry: DemoMember, now: number, passwordHash: string): Person {
  const joined = now - entry.joined * day
  return {
    entry,
    joined,
    row: {
      ...unset,
      uid: entry.uid,
      uidKey: entry.uid.toLowerCase(),
      name: entry.name,
      email: `${entry.uid}@strand.example`,
      passwordHash: withPassword.has(entry.uid) ? passwordHash : null,
      verified: entry.verified ?? false,
      isAdmin: entry.admin ?? false,
      description: entry.about,
      city: entry.city,
      country: entry.country,
      image: `/images/people/${entry.uid}.jpg`,
      creationDate: new Date(joined).toISOString(),
      privileges: entry.canComment === false ? { canComment: false } : {},
      followerCount: 0,
      followingCount: 0,
      collectedPostCount: 0,
      createdPostCount: 0,
      createdBeadCount: 0,
      collectedBeadCount: 0,
    },
  }
}

const interest = ({ entry }: Person, category: Category): number => (entry.likes.includes(category) ? 1 : 0.3)

/** The first post is added this long after the playlist is started, at least (ms). */
const firstPostAfter = 9 * minute

/** Ages of the posts of a playlist of the age `life`, in ms, oldest first: at irregular intervals that become shorter. */
function postAges(r: Chance, count: number, life: number): number[] {
  const sinceNewest = r.happens(0.45) ? (0.1 + 30 * r() ** 2.5) * hour : life * r.between(0.02, 0.2)
  const newest = Math.min(sinceNewest, life * 0.5)
  return Array.from({ length: count }, (_, i) =>
    i === count - 1 ? newest : newest + (life - newest - firstPostAfter) * (1 - (i + r.between(0.02, 0.8)) / count) ** 1.3,
  )
}

/** A time after `start`, usually soon, sometimes much later. */
const timeAfter = (r: Chance, start: number, now: number): number =>
  Math.floor(Math.min(start - Math.log(1 - r() * 0.999) * 2.5 * day + minute, start + (now - start) * r.between(0.35, 0.99)))

const random31 = (r: Chance): number => Math.floor(r() * 2 ** 31)

class Builder {
  readonly world: World = { members: [], beads: [], invitees: [], posts: [], comments: [], relations: [], tags: [] }
  private readonly talk = createCommentPicker()
  private readonly now: number
  private readonly people: Person[]
  private readonly byUid: Map<string, Person>

  constructor(now: number, passwordHash: string) {
    this.now = now
    this.people = members.map((entry) => toPerson(entry, now, passwordHash))
    this.byUid = new Map(this.people.map((person) => [person.entry.uid, person]))
    this.world.members = this.people.map(({ row }) => row)
  }

  person(uid: string): Person {
    const person = this.byUid.get(uid)
    if (!person) throw new Error(`No member in members.ts is called ${uid}`)
    return person
  }

  private relate(person: Person, type: RelationType, entity: string, instant: number): void {
    this.world.relations.push({ uid: person.row.uid, type, entity, creationDate: new Date(instant).toISOString() })
  }

  private author(r: Chance, entry: DemoPlaylist & { category: Category }, instant: number, last: string | null): Person {
    const writers = entry.invitees && new Set([entry.by, ...entry.invitees])
    const there = this.people.filter((one) => one.joined + hour < instant && (!writers || writers.has(one.entry.uid)))
    const weight = (one: Person) =>
      (staff.has(one.entry.uid) && one.entry.uid !== entry.by ? 0 : 1) *
      (one.entry.uid === last ? 0.1 : 1) *
      (one.entry.uid === entry.by ? 3 : interest(one, entry.category))
    return r.weighted(there, weight) ?? this.person(entry.by)
  }

  playlist(entry: DemoPlaylist & { category: Category }): void {
    const r = chance(`playlist ${entry.slug}`)
    const creator = this.person(entry.by)
    const started = Math.floor(this.now - entry.started * day)
    const id = formatId('bead', started, r.digits(8))
    const bead: BeadRow = {
      id,
      title: entry.title,
      description: entry.description,
      category: entry.category,
      tags: normaliseTags(entry.tags),
      creatorUid: entry.by,
      creationDate: new Date(started).toISOString(),
      groupId: entry.invitees ? `g${id.slice(1)}` : null,
      isDraft: entry.isDraft ?? false,
      isFeed: false,
      image: `/images/beads/${entry.slug}.jpg`,
      attribution: null,
      postCount: entry.posts.length,
      followerCount: 0,
      heat: firstHeat(heatOf.created, started),
      ...(entry.isDraft && !entry.invitees && { submittedDate: new Date(started).toISOString() }),
      ...(entry.extras && { extras: JSON.parse(JSON.stringify(entry.extras).replaceAll('{bead}', id)) as Partial<BeadExtras> }),
    }
    this.world.beads.push(bead)
    if (!bead.isDraft) creator.row.createdBeadCount++
    for (const uid of entry.invitees ?? [])
      this.world.invitees.push({
        beadId: id,
        uid,
        creationDate: new Date(Math.max(started + 5 * minute, this.person(uid).joined + minute)).toISOString(),
      })
    this.posts(entry, bead, started, r)
    if (!bead.isDraft) this.followers(entry, bead, started, r)
  }

  private posts(entry: DemoPlaylist & { category: Category }, bead: BeadRow, started: number, r: Chance): void {
    let last: string | null = null
    let previous = started
    const ages = postAges(r, entry.posts.length, this.now - started)
    const used = new Set<string>()
    entry.posts.forEach(([medium, title, text, by], i) => {
      const named = by === undefined ? null : this.person(by)
      // A named author may have joined late, which must not put the other posts into the same minute.
      const gap = Math.min(r.between(0.3, 30) * hour, (this.now - previous) / (entry.posts.length - i + 1))
      const instant = Math.floor(Math.max(previous + gap, this.now - ages[i]!, named ? named.joined + hour : 0))
      previous = instant
      const author = named ?? this.author(r, entry, instant, last)
      last = author.entry.uid
      const { media, mediaKey, tags } = toMedia(medium)
      const post: PostRow = {
        id: formatId('post', instant, r.digits(8)),
        beadId: bead.id,
        creatorUid: author.entry.uid,
        title,
        description: html(text),
        tags: normaliseTags([...tags, ...(r.happens(0.5) ? [r.pick(entry.tags)] : [])]),
        media,
        mediaKey,
        playable: media !== null && media.media.length > 0,
        creationDate: new Date(instant).toISOString(),
        collectCount: 0,
        upvoteCount: 0,
        commentCount: 0,
        playCount: 0,
        score: 0,
        shuffleKey: random31(r),
        category: bead.category,
        isDraft: bead.isDraft,
        heat: 0,
        isDead: false,
        originalPostId: null,
        originalCreatorUid: null,
        borrowedText: false,
      }
      this.world.posts.push(post)
      if (!bead.isDraft) author.row.createdPostCount++
      bead.heat = addEvent(bead.heat, heatOf.posted, instant)
      if (!bead.isDraft) this.reactions(entry, bead, post, author, instant, r, used)
    })
  }

  private reactions(
    entry: DemoPlaylist & { category: Category },
    bead: BeadRow,
    post: PostRow,
    author: Person,
    instant: number,
    r: Chance,
    used: Set<string>,
  ): void {
    const charm = (entry.pull ?? 1) * Math.exp(r.between(-1.1, 1.1))
    const audience = this.people.filter((one) => one !== author)
    const when = (one: Person) => timeAfter(r, Math.max(instant, one.joined), this.now)
    for (const one of audience) {
      const drawn = charm * interest(one, entry.category)
      if (r.happens(Math.min(0.85, 0.075 * drawn))) {
        const at = when(one)
        this.relate(one, relationTypes.collect, post.id, at)
        one.row.collectedPostCount++
        post.collectCount++
        bead.heat = addEvent(bead.heat, heatOf.collected, at)
      }
      if (r.happens(Math.min(0.85, 0.1 * drawn))) {
        this.relate(one, relationTypes.upvote, post.id, when(one))
        post.upvoteCount++
      }
    }
    const talkers = audience.filter(({ entry: { canComment, uid } }) => canComment !== false && !staff.has(uid))
    const commentCount = Math.min(5, Math.floor(charm * r.between(0, 1.7)))
    const instants: number[] = []
    for (const text of this.talk(r, entry.category, post, commentCount, used)) {
      const one = r.weighted(talkers, (talker) => interest(talker, entry.category))!
      talkers.splice(talkers.indexOf(one), 1)
      const at = when(one)
      instants.push(at)
      this.world.comments.push({
        id: formatId('comment', at, r.digits(8)),
        postId: post.id,
        creatorUid: one.entry.uid,
        text: html(text),
        creationDate: new Date(at).toISOString(),
      })
    }
    post.commentCount = instants.length
    post.score = 2 * post.collectCount + post.upvoteCount + post.commentCount
    const age = (this.now - instant) / day
    post.playCount = post.playable
      ? Math.round((3 + post.collectCount * 9 + post.upvoteCount * 5) * (1 + Math.log1p(age)) * r.between(0.5, 1.4))
      : 0
  }

  private followers(entry: DemoPlaylist & { category: Category }, bead: BeadRow, started: number, r: Chance): void {
    for (const one of this.people) {
      if (one.entry.uid === entry.by || !r.happens(Math.min(0.95, 0.34 * (entry.pull ?? 1) * interest(one, entry.category)))) continue
      const earliest = Math.max(started, one.joined)
      const at = Math.floor(earliest + (this.now - earliest) * (1 - r() ** 1.6 * 0.999))
      this.relate(one, relationTypes.followBead, bead.id, at)
      one.row.collectedBeadCount++
      bead.followerCount++
      bead.heat = addEvent(bead.heat, heatOf.followed, at)
    }
  }

  private followTag(one: Person, name: string, instant: number): void {
    const key = name.toLowerCase()
    this.relate(one, relationTypes.followTag, key, instant)
    const creationDate = new Date(instant).toISOString()
    const known = this.world.tags.find((tag) => tag.key === key)
    if (!known) return void this.world.tags.push({ key, name, followerCount: 1, creationDate })
    known.followerCount++
    if (creationDate < known.creationDate) known.creationDate = creationDate
  }

  /** Follows of members and tags. */
  circles(): void {
    const r = chance('circles')
    const tags = normaliseTags(playlists.flatMap((one) => one.tags))
    for (const one of this.people) {
      for (const other of this.people) {
        if (one === other) continue
        const shared = one.entry.likes.filter((like) => other.entry.likes.includes(like)).length
        if (!r.happens((other.entry.verified ? 0.2 : 0.09) * (0.5 + shared))) continue
        this.relate(one, relationTypes.followMember, other.entry.uid, timeAfter(r, Math.max(one.joined, other.joined), this.now))
        one.row.followingCount++
        other.row.followerCount++
      }
      for (const tag of r.shuffled(tags).slice(0, Math.floor(r.between(2, 9)))) this.followTag(one, tag, timeAfter(r, one.joined, this.now))
    }
  }

  /** Likes on comments. */
  likes(): void {
    const r = chance('likes')
    for (const comment of this.world.comments) {
      const charm = Math.exp(r.between(-1.5, 1.2))
      comment.likeCount = 0
      for (const one of this.people) {
        if (one.entry.uid === comment.creatorUid || !r.happens(Math.min(0.6, 0.04 * charm))) continue
        this.relate(
          one,
          relationTypes.likeComment,
          comment.id,
          timeAfter(r, Math.max(one.joined, Date.parse(comment.creationDate)), this.now),
        )
        comment.likeCount++
      }
    }
  }
}

export function buildWorld(now: Date, passwordHash: string): World {
  const builder = new Builder(now.getTime(), passwordHash)
  for (const playlist of playlists) builder.playlist(playlist)
  builder.circles()
  builder.likes()
  return builder.world
}
