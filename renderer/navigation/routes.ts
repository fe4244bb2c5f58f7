/** The routes of the app (A2.1, decision 2), without the code of the screens, which is in `app/screens.ts`. */
import { afterLastDash, idKind } from '#contract/ids.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import {
  isCategory,
  isLegalPage,
  isTag,
  isUid,
  isSearchTab,
  loginTypeOf,
  type Category,
  type LegalPage,
  type LoginType,
  type SearchAddress,
} from '#contract/rules.ts'

/** The props of each screen. A screen of the contract that is missing here is a type error. */
interface ScreenProps {
  discover: { category: Category | null }
  member: { uid: string }
  bead: { id: string }
  post: { id: string; bead?: string }
  search: SearchAddress
  auth: { mode: LoginType }
  about: object
  bookmarklet: object
  quickPost: object
  quickPosted: { id: string }
  embedFaqs: object
  legal: { page: LegalPage }
  feed: { kind: 'activity' | 'trending' }
  collection: { uid: string | null; of: 'collected' | 'created' }
  members: { uid: string; list: 'followers' | 'following'; of: 'members' | 'tags' }
  beadFollowers: { id: string }
  tagFollowers: { tag: string }
  preferences: object
  followTags: object
  tvConnect: object
  pair: object
  adminMember: object
  review: object
  adminLog: object
  adminMembers: object
  adminHealth: object
  system: object
  adminContent: object
  notFound: object
}

/** A screen with its props. */
export type Target = { [N in ScreenName]: { screen: N; props: ScreenProps[N] } }[ScreenName]

const notFound: Target = { screen: 'notFound', props: {} }

/** Addresses of one segment, without categories, legal pages and content. */
const singleSegments: Readonly<Record<string, Target>> = {
  about: { screen: 'about', props: {} },
  bookmarklet: { screen: 'bookmarklet', props: {} },
  embedfaqs: { screen: 'embedFaqs', props: {} },
  activity: { screen: 'feed', props: { kind: 'activity' } },
  feed: { screen: 'feed', props: { kind: 'activity' } },
  trending: { screen: 'feed', props: { kind: 'trending' } },
  collection: { screen: 'collection', props: { uid: null, of: 'collected' } },
  preferences: { screen: 'preferences', props: {} },
  followtags: { screen: 'followTags', props: {} },
  pair: { screen: 'pair', props: {} },
  admin: { screen: 'review', props: {} },
}

/** The screen at a path. */
export function match(path: string): Target {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first = '', second, third] = parts
  if (parts.length === 0 || (parts.length === 1 && first === 'discover')) return { screen: 'discover', props: { category: null } }
  const category = first.toLowerCase()
  if (parts.length === 1 && isCategory(category)) return { screen: 'discover', props: { category } }
  if (parts.length === 1 && Object.hasOwn(singleSegments, first)) return singleSegments[first]!
  if (parts.length === 1 && isLegalPage(first)) return { screen: 'legal', props: { page: first } }
  if (path === '/tvos/connect') return { screen: 'tvConnect', props: {} }
  if (path === '/admin/setprivileges') return { screen: 'adminMember', props: {} }
  if (path === '/admin/members') return { screen: 'adminMembers', props: {} }
  if (path === '/admin/health') return { screen: 'adminHealth', props: {} }
  if (path === '/admin/log') return { screen: 'adminLog', props: {} }
  if (path === '/admin/system') return { screen: 'system', props: {} }
  if (path === '/admin/playlists' || path === '/r/admin/index.html') return { screen: 'adminContent', props: {} }
  if (first === 'bookmarklet') return second === 'post' ? matchQuickPost(parts.slice(2)) : notFound
  if (first === 'login' && parts.length <= 2) return { screen: 'auth', props: { mode: loginTypeOf(second) } }
  if (first === 'signupform' && parts.length === 1) return { screen: 'auth', props: { mode: 'signup' } }
  if (first === 'p') return second !== undefined && isUid(second) ? matchMember(second, parts.slice(2)) : notFound
  const tab = second ?? 'all'
  if (first === 'search') return parts.length <= 2 && isSearchTab(tab) ? { screen: 'search', props: { tab, tag: null } } : notFound
  if (first === 'tag') return second === undefined ? notFound : matchTag(second, parts.slice(2))
  if (first === 'bead') return parts.length <= 3 && second !== undefined ? matchContent(second, third) : notFound
  return parts.length <= 2 ? matchContent(first, second) : notFound
}

/** `/bookmarklet/post` and the confirmation for a post, `/bookmarklet/post/{id}`. */
function matchQuickPost([id, ...rest]: readonly string[]): Target {
  if (id === undefined) return { screen: 'quickPost', props: {} }
  return idKind(id) === 'post' && rest.length === 0 ? { screen: 'quickPosted', props: { id } } : notFound
}

/** Screens of the small window that the bookmarklet opens. The shell shows no menus beside them. */
export const isQuickPost = (path: string): boolean => ['quickPost', 'quickPosted'].includes(match(path).screen)

/** `/p/{uid}` and below. An unknown segment after `following` is ignored. */
function matchMember(uid: string, [list, of, ...rest]: readonly string[]): Target {
  if (rest.length > 0) return notFound
  if (list === undefined) return { screen: 'member', props: { uid } }
  if (list === 'collection' && of === undefined) return { screen: 'collection', props: { uid, of: 'collected' } }
  if (list === 'posts' && (of === 'created' || of === 'collected')) return { screen: 'collection', props: { uid, of } }
  if (list === 'followers' || list === 'following')
    return { screen: 'members', props: { uid, list, of: list === 'following' && of === 'tags' ? 'tags' : 'members' } }
  return notFound
}

/** `/tag/{tag}` and its followers. */
function matchTag(tag: string, [list, ...rest]: readonly string[]): Target {
  if (list === undefined) return { screen: 'search', props: { tab: 'all', tag } }
  return list === 'followers' && rest.length === 0 && isTag(tag) ? { screen: 'tagFollowers', props: { tag } } : notFound
}

/** `/{bead}`, `/{bead}/{post}` or `/{post}`, where a post is its id, or a slug that ends in a dash and its id. */
function matchContent(first: string, second: string | undefined): Target {
  if (second === undefined) {
    if (idKind(first) === 'bead') return { screen: 'bead', props: { id: first } }
    const id = afterLastDash(first)
    return idKind(id) === 'post' ? { screen: 'post', props: { id } } : notFound
  }
  if (second === 'followers') return idKind(first) === 'bead' ? { screen: 'beadFollowers', props: { id: first } } : notFound
  const id = afterLastDash(second)
  return idKind(first) === 'bead' && idKind(id) === 'post' ? { screen: 'post', props: { id, bead: first } } : notFound
}

/** Decodes a segment; malformed ones stay as they are. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The identity of a page: its path, on search pages with the query except `autoplay`. */
export function pageKeyOf(path: string, search: string): string {
  if (match(path).screen !== 'search') return path
  const params = new URLSearchParams(search)
  params.delete('autoplay')
  return `${path}?${params}`
}

/** Addresses of files and API calls: a link to one of them leaves the app. */
export const leavesApp = (path: string): boolean =>
  /^\/(api|assets|beads|clips|connect|healthz|images|logout|people|posts|r|readyz|signup|tv)(\/|$)/.test(path)

/**
 * How a page is requested (A2.1). `onload`: from the document or the cache. `always`: refetched whenever it is shown. `redirect`: by a
 * full page load.
 */
export type RequestType = 'onload' | 'always' | 'redirect'

export interface NavigationRule {
  type: RequestType
  /** A link to it refetches; only back and forward restore it (decision 34). */
  reload: boolean
}

/** Deviations from the default rule. */
const navigationRules: { [N in ScreenName]?: Partial<NavigationRule> } = {
  feed: { reload: true },
  preferences: { type: 'always' },
  adminMember: { type: 'always' },
  adminContent: { type: 'always' },
  review: { type: 'always' },
  adminLog: { type: 'always' },
  adminMembers: { type: 'always' },
  adminHealth: { type: 'always' },
  system: { type: 'always' },
}

/** @param to a path, which may have a query. */
export function navigationRuleFor(to: string): NavigationRule {
  const { pathname, searchParams } = new URL(to, 'https://strand.invalid')
  const target = match(pathname)
  if (leavesApp(pathname) || (target.screen === 'legal' && searchParams.get('direct') === 'y')) return { type: 'redirect', reload: false }
  return { type: 'onload', reload: false, ...navigationRules[target.screen] }
}

/** The address of the full load for `redirect`; legal texts by their plain path (R3). Null for all others. */
export function fullLoadOf(to: string): string | null {
  if (navigationRuleFor(to).type !== 'redirect') return null
  const { pathname } = new URL(to, 'https://strand.invalid')
  return leavesApp(pathname) ? to : pathname
}
