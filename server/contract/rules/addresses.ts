/** Words that may appear in addresses. */
import { limits } from '../limits.ts'

export const categories = ['music', 'film', 'comedy', 'sports', 'food', 'fashion', 'art', 'books', 'ideas', 'learning', 'other'] as const
export type Category = (typeof categories)[number]

export const isCategory = (value: string): value is Category => (categories as readonly string[]).includes(value)

/** A5: 3 to 50 letters, digits, underscores or dots. */
export const isUid = (value: string): boolean =>
  value.length >= limits.uid.min && value.length <= limits.uid.max && /^[A-Za-z0-9_.]+$/.test(value)

/** First path segments that are not playlists, posts or members (decisions 2 and 3). */
export const reservedWords: ReadonlySet<string> = new Set([
  ...categories,
  'about',
  'acceptable-use',
  'activity',
  'admin',
  'all',
  'api',
  'assets',
  'bead',
  'beads',
  'bookmarklet',
  'clips',
  'collection',
  'connect',
  'copyright',
  'discover',
  'embed',
  'embedfaqs',
  'everything',
  'feed',
  'followtags',
  'healthz',
  'images',
  'login',
  'logout',
  'me',
  'offline',
  'p',
  'pair',
  'people',
  'preferences',
  'privacy',
  'r',
  'readyz',
  'search',
  'signup',
  'signupform',
  'strand',
  'tag',
  'tos',
  'trending',
  'tv',
  'tvos',
])

export const legalPages = ['tos', 'acceptable-use', 'copyright', 'privacy'] as const
export type LegalPage = (typeof legalPages)[number]
export const isLegalPage = (word: string): word is LegalPage => (legalPages as readonly string[]).includes(word)

/** Form types of `/login/{type}` (R11), also in kebab case (`forgot-password`); any other type shows the log-in form. */
export const loginTypes = ['login', 'signup', 'forgotPassword'] as const
export type LoginType = (typeof loginTypes)[number]
export const loginTypeOf = (word: string | undefined): LoginType => {
  const name = word?.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return loginTypes.find((type) => type === name) ?? 'login'
}

/** Tabs of the search page, which are also the types in its addresses (R8). */
export const searchTabs = ['all', 'beads', 'members', 'posts', 'web'] as const
export type SearchTab = (typeof searchTabs)[number]
export const isSearchTab = (value: string): value is SearchTab => (searchTabs as readonly string[]).includes(value)

/** A parsed search address: `/search`, `/search/{type}`, or `/tag/{tag}`, which searches for #tag. */
export interface SearchAddress {
  tab: SearchTab
  /** Set for `/tag/{tag}`, otherwise null. */
  tag: string | null
}
