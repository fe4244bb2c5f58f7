/** What an item says about why it is there. Pure. */
import { feedHref } from '#contract/pages/feed.ts'
import { tagKey } from '#contract/rules.ts'
import type { MemberRef } from '#contract/schemas.ts'
import type { Because, FeedItem } from '#contract/schemas/feed.ts'
import { t } from '#texts/index.ts'

export interface Named {
  name: string
  href: string
}

/** “Ann, Bo and 3 others collected”, “New in Night drive”. */
export interface Sentence {
  who: Named[]
  /** How many did it beside those who are named. */
  others: number
  /** With `{who}` and `{what}` where they stand. */
  text: string
  what?: Named
}

/** Names before the number of the others. */
const namesShown = 2

export const tagHref = (tag: string): string => `/tag/${encodeURIComponent(tag)}`
export const hashed = (tag: string): string => `#${tag}`

/** Who did what the item tells of; nobody where nobody did. */
export function doersOf({ type, reason, because, post, collectors, comments, activity }: FeedItem): MemberRef[] {
  if (activity) return activity.member ? [activity.member] : []
  if (type !== 'post' || !post) return []
  if (reason === 'collect') return collectors
  if (reason === 'newpost') return [post.creator]
  if (reason !== 'comment') return []
  const [first] = because
  if (first?.type !== 'member' && first?.type !== 'you') return []
  // The feed names who commented; what they said, and their picture with it, may be among the latest.
  return [
    comments.find(({ creator }) => creator.uid === first.id)?.creator ?? { uid: first.id, name: first.name, verified: false, image: null },
  ]
}

export function sentenceOf(item: FeedItem, me: string | null): Sentence {
  const doers = doersOf(item)
  const who = doers.slice(0, namesShown).map(({ uid, name }) => ({ name: uid === me ? t.feed.you : name, href: `/p/${uid}` }))
  return { who, others: doers.length - who.length, ...deedOf(item, doers.length === 1 && doers[0]!.uid === me) }
}

/** @param you whether the reader alone is the subject. */
function deedOf({ type, reason, post, tag, activity }: FeedItem, you: boolean): Pick<Sentence, 'text' | 'what'> {
  const tagged = tag === undefined ? {} : { what: { name: hashed(tag), href: tagHref(tag) } }
  const total = activity?.total ?? 1
  switch (type) {
    case 'newbead':
      return { text: t.feed.started }
    case 'publishbead':
      return { text: t.feed.published }
    case 'taggedbead':
      return { text: t.feed.taggedBead, ...tagged }
    case 'followbead':
      return { text: t.feed.followsBeads(total, you) }
    case 'followmember':
      return { text: t.feed.followsMembers(total, you) }
    case 'followtag':
      return { text: t.feed.followsTags(total, you) }
    case 'suggestion':
      return { text: t.feed.suggested }
    case 'post':
      return postDeedOf(reason, post, tagged)
  }
}

function postDeedOf(reason: FeedItem['reason'], post: FeedItem['post'], tagged: Pick<Sentence, 'what'>): Pick<Sentence, 'text' | 'what'> {
  switch (reason) {
    case 'collect':
      return { text: t.feed.collected }
    case 'comment':
      return { text: t.feed.commented }
    case 'newpost':
      return { text: t.feed.posted }
    case 'bead':
      return { text: t.feed.newIn, ...(post && { what: { name: post.bead.title, href: `/${post.bead.id}` } }) }
    case 'tag':
      return { text: t.feed.tagged, ...tagged }
    case 'trending':
      return post
        ? { text: t.feed.trendingIn, what: { name: t.categories[post.bead.category], href: feedHref('trending', post.bead.category) } }
        : { text: t.feed.trending }
    default:
      return { text: t.feed.suggested }
  }
}

/** Something that one follows, and that therefore can be gone to and left. */
export type Followed = Because & { type: 'member' | 'bead' | 'tag' }

type Reasoned = Pick<FeedItem, 'reasonTags' | 'followers'> & { because?: readonly Because[] }
const mostReasons = 3
const mostFollowers = 2

/** What can be tapped of its reasons (BZ9): of a suggestion the tags that speak for it, at most three. */
export function reasonsOf({ because = [], reasonTags = [] }: Reasoned): Followed[] {
  const followed = because.filter((one): one is Followed => one.type === 'member' || one.type === 'bead' || one.type === 'tag')
  return [...followed, ...reasonTags.map((name): Followed => ({ type: 'tag', id: tagKey(name), name }))].slice(0, mostReasons)
}

/** Those whom one follows and who follow what is suggested, at most two (B9). */
export const followersOf = ({ followers = [] }: Reasoned): Followed[] =>
  followers.slice(0, mostFollowers).map(({ uid, name }): Followed => ({ type: 'member', id: uid, name }))

/** Whether it speaks for what is suggested. */
export const speaksFor = ({ type, id }: Followed, suggestion: Reasoned): boolean =>
  [...reasonsOf(suggestion), ...followersOf(suggestion)].some((one) => one.type === type && one.id === id)

export const nameOf = ({ type, name }: Followed): string => (type === 'tag' ? hashed(name) : name)
export const hrefOf = ({ type, id, name }: Followed): string =>
  type === 'member' ? `/p/${id}` : type === 'bead' ? `/${id}` : tagHref(name)
