/** The sentence of a feed item ("Ann collected"), and the reasons why it is in the feed. Pure functions. */
import { feedHref } from '#contract/pages/feed.ts'
import { tagKey } from '#contract/rules.ts'
import type { MemberRef } from '#contract/schemas.ts'
import type { Because, FeedItem } from '#contract/schemas/feed.ts'
import { t } from '#texts/index.ts'

/** A name that is a link. */
export interface Named {
  name: string
  href: string
}

/** The parts of a sentence such as "Ann, Bo and 3 others collected" or "New in Night drive". */
export interface Sentence {
  who: Named[]
  /** Number of further actors, who are not named. */
  others: number
  /** With the placeholders `{who}` and `{what}`. */
  text: string
  what?: Named
}

/** Maximum number of names before "and N others". */
const maxNames = 2

export const tagHref = (tag: string): string => `/tag/${encodeURIComponent(tag)}`
export const hashed = (tag: string): string => `#${tag}`

/** The actors of the item; empty if there are none. */
export function actorsOf({ type, reason, because, post, collectors, comments, activity }: FeedItem): MemberRef[] {
  if (activity) return activity.member ? [activity.member] : []
  if (type !== 'post' || !post) return []
  if (reason === 'collect') return collectors
  if (reason === 'newpost') return [post.creator]
  if (reason !== 'comment') return []
  const [first] = because
  if (first?.type !== 'member' && first?.type !== 'you') return []
  // The answer contains only the name and uid of the commenter; the picture only if the comment is one of `comments`.
  return [
    comments.find(({ creator }) => creator.uid === first.id)?.creator ?? { uid: first.id, name: first.name, verified: false, image: null },
  ]
}

/** @param me the uid of the viewer, null for a visitor */
export function sentenceOf(item: FeedItem, me: string | null): Sentence {
  const actors = actorsOf(item)
  const who = actors.slice(0, maxNames).map(({ uid, name }) => ({ name: uid === me ? t.feed.you : name, href: `/p/${uid}` }))
  return { who, others: actors.length - who.length, ...actionText(item, actors.length === 1 && actors[0]!.uid === me) }
}

/** @param you whether the viewer is the only actor */
function actionText({ type, reason, post, tag, activity }: FeedItem, you: boolean): Pick<Sentence, 'text' | 'what'> {
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
      return postActionText(reason, post, tagged)
  }
}

function postActionText(
  reason: FeedItem['reason'],
  post: FeedItem['post'],
  tagged: Pick<Sentence, 'what'>,
): Pick<Sentence, 'text' | 'what'> {
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

/** A reason that is a followed entity, so it can be opened and unfollowed. */
export type Followed = Because & { type: 'member' | 'bead' | 'tag' }

/** What feed items and suggestions have in common. */
type Reasoned = Pick<FeedItem, 'reasonTags' | 'followers'> & { because?: readonly Because[] }
const maxReasons = 3
const maxFollowers = 2

/** The reasons with a menu (BZ9): followed entities, for a suggestion also followed tags. At most three. */
export function reasonsOf({ because = [], reasonTags = [] }: Reasoned): Followed[] {
  const followed = because.filter(
    (reason): reason is Followed => reason.type === 'member' || reason.type === 'bead' || reason.type === 'tag',
  )
  return [...followed, ...reasonTags.map((name): Followed => ({ type: 'tag', id: tagKey(name), name }))].slice(0, maxReasons)
}

/** Members who follow the suggestion, and whom the viewer follows. At most two (B9). */
export const followersOf = ({ followers = [] }: Reasoned): Followed[] =>
  followers.slice(0, maxFollowers).map(({ uid, name }): Followed => ({ type: 'member', id: uid, name }))

/** Whether the followed entity is one of the reasons for the suggestion. */
export const isReasonFor = ({ type, id }: Followed, suggestion: Reasoned): boolean =>
  [...reasonsOf(suggestion), ...followersOf(suggestion)].some((reason) => reason.type === type && reason.id === id)

export const nameOf = ({ type, name }: Followed): string => (type === 'tag' ? hashed(name) : name)
export const hrefOf = ({ type, id, name }: Followed): string =>
  type === 'member' ? `/p/${id}` : type === 'bead' ? `/${id}` : tagHref(name)
