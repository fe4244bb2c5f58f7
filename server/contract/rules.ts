/**
 * Rules of section 5 of both documents as pure functions, without zod, so that a page can use them
 * while a person types and the server uses the very same ones. A `…Problem` function answers the
 * message of the first broken rule, or null.
 */
import { limits } from './limits.ts'
import { messages } from './messages.ts'

export const categories = [
  'music', 'film', 'comedy', 'sports', 'food', 'fashion', 'art', 'books', 'ideas', 'learning', 'other',
] as const
export type Category = (typeof categories)[number]

export const isCategory = (value: string): value is Category =>
  (categories as readonly string[]).includes(value)

/**
 * What nobody sees, and what turns the writing of the text around it; joiners stay, for letters of
 * several scripts and emoji need them.
 */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line: white space and control characters collapsed and trimmed, unseen ones taken out. */
export const tidy = (text: string): string => text.replace(unseen, '').replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The first `max` characters at most, without the half of a surrogate pair that a cut may leave at the end. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** Tidied, and cut at a space where one is near the end, with an ellipsis (A9). */
export function shorten(text: string, max: number): string {
  const clean = tidy(text)
  if (clean.length <= max) return clean
  const start = cut(clean, max - 1)
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > start.length - 20 ? space : undefined).trimEnd()}…`
}

/** A5, loose: shaped text, an at-sign, text, a dot, text. */
export function isEmail(value: string): boolean {
  return value.length <= limits.email.max && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/u.test(value)
}

/** A5: 3 to 50 letters, digits, underscores or dots. */
export const isUid = (value: string): boolean =>
  value.length >= limits.uid.min && value.length <= limits.uid.max && /^[A-Za-z0-9_.]+$/.test(value)

const markUp = /<[/!?]?[a-z-][^<>]*>/gi

/** A5: without mark-up, also where taking some out leaves some. */
export function stripMarkUp(value: string): string {
  const bare = value.replace(markUp, '')
  return bare === value ? bare : stripMarkUp(bare)
}

/** A5: mark-up goes, then the listed characters of the name pattern, and the rest is trimmed. */
export const cleanName = (value: string): string => tidy(stripMarkUp(value).replace(/[~`!@#$%^&*<>?:;"'/\\+=_]/g, ''))

export function nameProblem(value: string): string | null {
  const { length } = cleanName(value)
  return length < limits.name.min || length > limits.name.max ? messages.nameInvalid : null
}

/** Lower case may be longer than what was typed (İ becomes two characters), so whatever is stored is what is checked. */
export const cleanEmail = (value: string): string => value.trim().toLowerCase()

export const emailProblem = (value: string): string | null =>
  isEmail(cleanEmail(value)) ? null : messages.emailInvalid

/** The log-in field takes an e-mail address or a user id (A2.3). */
export const loginProblem = (value: string): string | null =>
  isEmail(value.trim()) || isUid(value.trim()) ? null : messages.loginInvalid

/** @param min what the operator demands, where that is more than the contract does (decision 26). */
export function passwordProblem(value: string, min: number = limits.password.min): string | null {
  if (value.length >= min && value.length <= limits.password.max) return null
  return messages.passwordInvalid.replace(String(limits.password.min), String(min))
}

/** A line of a member's own about themselves: their city, their country. */
export const cleanLine = (value: string): string => tidy(stripMarkUp(value))

/** A text of several lines about oneself, without mark-up; no more than one empty line in a row. */
export const cleanAbout = (value: string): string =>
  stripMarkUp(value).split(/\r\n?|\n/).map(tidy).join('\n').replace(/\n{3,}/g, '\n\n').trim()

/** An open playlist asks a question: its title ends in "?" (B5); the mark is added once. */
export function beadTitle(value: string, open: boolean): string {
  const title = tidy(value)
  return open && title !== '' && !title.endsWith('?') ? `${title}?` : title
}

/** B5: at least 2 characters, at least one letter, at most 64 with the trailing "?" of an open playlist. */
export function beadTitleProblem(value: string, open: boolean): string | null {
  const bare = tidy(value)
  if (bare.length < limits.beadTitle.min || !/\p{L}/u.test(bare)) return messages.beadTitleInvalid
  return beadTitle(value, open).length > limits.beadTitle.max ? messages.beadTitleTooLong : null
}

/** The placeholder of the post form counts as an empty text (B5). */
export const postTextPlaceholder = 'What do you think?'

/**
 * A5, tag normalisation: accents folded, "&" between words becomes "And", each word capitalised and
 * joined, everything that is no letter or digit removed. `''` when nothing is left.
 */
export function normaliseTag(value: string): string {
  const tag = value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\w\s*)&(?=\s*\w)/gu, ' And ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return cut(tag, limits.tags.length)
}

/** Normalised, without empty ones and without repeats in another case (B5); the first spelling wins. */
export function normaliseTags(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of values.map(normaliseTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !seen.has(key)) seen.set(key, tag)
  }
  return [...seen.values()].slice(0, limits.tags.count)
}

/** What two spellings of one tag have in common; tables that refer to a tag hold it. */
export const tagKey = (value: string): string => normaliseTag(value).toLowerCase()

/** Ages that a partner's challenge takes; under `adult` the page asks for a parent's address and telephone number (B5). */
export const partnerAge = { min: 4, max: 120, adult: 18 } as const

/** B5: seconds, minutes:seconds or hours:minutes:seconds, as seconds; null where it is none of these. */
export function secondsOf(text: string): number | null {
  const written = text.trim()
  if (/^\d{1,6}(\.\d{1,3})?$/.test(written)) return Number(written)
  if (!/^\d{1,4}(:[0-5]?\d){1,2}(\.\d{1,3})?$/.test(written)) return null
  return written.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

/** First words of addresses that are no playlist, post or member (decisions 2 and 3). */
export const reservedWords: ReadonlySet<string> = new Set([
  ...categories, 'about', 'acceptable-use', 'activity', 'admin', 'all', 'api', 'assets', 'bead', 'beads', 'bookmarklet',
  'clips', 'collection', 'connect', 'copyright', 'discover', 'embed', 'embedfaqs', 'everything', 'feed', 'followtags',
  'healthz', 'images', 'login', 'logout', 'me', 'p', 'people', 'preferences', 'privacy', 'r', 'search', 'signup',
  'signupform', 'strand', 'tag', 'tos', 'trending', 'tvos',
])

/** A member who signed up less than an hour ago is new (A4.1), in seconds. */
export const newMemberSeconds = 3600
/** How long a session lives after its last use: the default expiry of local cookies (A9), in seconds. */
export const sessionSeconds = 90 * 86_400

/** What a member may be told of by mail and by push message (A3), each unless it was switched off. */
export const emailPrefNames = [
  'onDigest', 'onDigestDaily', 'onFollow', 'onRepost', 'onPostComments', 'onCommentComments', 'onPostWithMention',
  'onCommentWithMention', 'onCollectVerified', 'onFacebookFriend', 'onTwitterFriend',
] as const
export const pushPrefNames = [
  'onCollect', 'onFollow', 'onRepost', 'onPostComments', 'onCommentComments', 'onPostWithMention', 'onCommentWithMention',
  'onFacebookFriend', 'onTwitterFriend',
] as const
export type EmailPrefs = Record<(typeof emailPrefNames)[number], boolean>
export type PushPrefs = Record<(typeof pushPrefNames)[number], boolean>

/** What a new member is still to be asked: whether what is known of them is right, and what they would like to follow. */
export const onboardingSteps = ['doConfirmInfo', 'doFeedOnboarding'] as const
export type Onboarding = Record<(typeof onboardingSteps)[number], boolean>

/** Social networks whose accounts can be connected (A2.5), and what a person calls them. */
export const networks = ['facebook', 'twitter'] as const
export type Network = (typeof networks)[number]

/** What a post or a comment may be flagged for (B9); the second is for posts alone. */
export const flagReasons = [
  'Spam', 'Does not belong in this playlist', 'Dead link', 'Sexually explicit or pornography', 'Attacks a group or individual', 'Graphic violence',
] as const
export type FlagReason = (typeof flagReasons)[number]
export const commentFlagReasons: readonly FlagReason[] = flagReasons.filter((reason) => reason !== 'Does not belong in this playlist')

/** Tabs of the search page, which are the types of its addresses (R8). */
export const searchTabs = ['all', 'beads', 'members', 'posts', 'web'] as const
export type SearchTab = (typeof searchTabs)[number]
export const isSearchTab = (value: string): value is SearchTab => (searchTabs as readonly string[]).includes(value)

/** What an address asks: `/search`, `/search/{type}`, or `/tag/{tag}`, which is a search for #tag. */
export interface SearchAddress {
  tab: SearchTab
  /** Of `/tag/{tag}`; null elsewhere. */
  tag: string | null
}
