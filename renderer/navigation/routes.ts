/** Every address of the app, in one table (A2.1, decision 2). Pure: which code shows a screen is `screens.ts`'s. */
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

/** The properties of each screen: one that the contract names and that is missing here is an error of types. */
interface ScreenProps {
  discover: { category: Category | null }
  member: { uid: string }
  bead: { id: string }
  post: { id: string; bead?: string }
  search: SearchAddress
  auth: { mode: LoginType }
  about: object
  legal: { page: LegalPage }
  feed: { kind: 'activity' | 'trending' }
  collection: { uid: string | null; of: 'collected' | 'created' }
  members: { uid: string; list: 'followers' | 'following'; of: 'members' | 'tags' }
  beadFollowers: { id: string }
  tagFollowers: { tag: string }
  preferences: object
  followTags: object
  tvConnect: object
  privileges: object
  admin: object
  notFound: object
}

export type Target = { [N in ScreenName]: { screen: N; props: ScreenProps[N] } }[ScreenName]

const notFound: Target = { screen: 'notFound', props: {} }

/** Addresses that are one word and nothing else. */
const words: Readonly<Record<string, Target>> = {
  about: { screen: 'about', props: {} },
  activity: { screen: 'feed', props: { kind: 'activity' } },
  feed: { screen: 'feed', props: { kind: 'activity' } },
  trending: { screen: 'feed', props: { kind: 'trending' } },
  collection: { screen: 'collection', props: { uid: null, of: 'collected' } },
  preferences: { screen: 'preferences', props: {} },
  followtags: { screen: 'followTags', props: {} },
}

export function match(path: string): Target {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first = '', second, third] = parts
  if (parts.length === 0 || (parts.length === 1 && first === 'discover')) return { screen: 'discover', props: { category: null } }
  const word = first.toLowerCase()
  if (parts.length === 1 && isCategory(word)) return { screen: 'discover', props: { category: word } }
  if (parts.length === 1 && Object.hasOwn(words, first)) return words[first]!
  if (parts.length === 1 && isLegalPage(first)) return { screen: 'legal', props: { page: first } }
  if (path === '/tvos/connect') return { screen: 'tvConnect', props: {} }
  if (path === '/admin/setprivileges') return { screen: 'privileges', props: {} }
  if (path === '/r/admin/index.html') return { screen: 'admin', props: {} }
  if (first === 'login' && parts.length <= 2) return { screen: 'auth', props: { mode: loginTypeOf(second) } }
  if (first === 'signupform' && parts.length === 1) return { screen: 'auth', props: { mode: 'signup' } }
  if (first === 'p') return second !== undefined && isUid(second) ? ofMember(second, parts.slice(2)) : notFound
  const tab = second ?? 'all'
  if (first === 'search') return parts.length <= 2 && isSearchTab(tab) ? { screen: 'search', props: { tab, tag: null } } : notFound
  if (first === 'tag') return second === undefined ? notFound : ofTag(second, parts.slice(2))
  if (first === 'bead') return parts.length <= 3 && second !== undefined ? contentAt(second, third) : notFound
  return parts.length <= 2 ? contentAt(first, second) : notFound
}

/** `/p/{uid}` and what lies under it. Of what is followed, a subtype that nobody knows is the plain list. */
function ofMember(uid: string, [list, of, ...more]: readonly string[]): Target {
  if (more.length > 0) return notFound
  if (list === undefined) return { screen: 'member', props: { uid } }
  if (list === 'collection' && of === undefined) return { screen: 'collection', props: { uid, of: 'collected' } }
  if (list === 'posts' && (of === 'created' || of === 'collected')) return { screen: 'collection', props: { uid, of } }
  if (list === 'followers' || list === 'following')
    return { screen: 'members', props: { uid, list, of: list === 'following' && of === 'tags' ? 'tags' : 'members' } }
  return notFound
}

/** `/tag/{tag}`, and who follows it. */
function ofTag(tag: string, [list, ...more]: readonly string[]): Target {
  if (list === undefined) return { screen: 'search', props: { tab: 'all', tag } }
  return list === 'followers' && more.length === 0 && isTag(tag) ? { screen: 'tagFollowers', props: { tag } } : notFound
}

/** `/{bead}`, `/{bead}/{post}` or `/{post}`, where a post is its id, or ends in it after a dash. */
function contentAt(first: string, second: string | undefined): Target {
  if (second === undefined) {
    if (idKind(first) === 'bead') return { screen: 'bead', props: { id: first } }
    const id = afterLastDash(first)
    return idKind(id) === 'post' ? { screen: 'post', props: { id } } : notFound
  }
  if (second === 'followers') return idKind(first) === 'bead' ? { screen: 'beadFollowers', props: { id: first } } : notFound
  const id = afterLastDash(second)
  return idKind(first) === 'bead' && idKind(id) === 'post' ? { screen: 'post', props: { id, bead: first } } : notFound
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * What a visit is to: on the page of a search the question, which is not in its path, makes another page of it.
 * That something plays from the start makes none.
 */
export function visitTo(path: string, search: string): string {
  if (match(path).screen !== 'search') return path
  const params = new URLSearchParams(search)
  params.delete('autoplay')
  return `${path}?${params}`
}

/** Addresses of files and calls: a link to one of them leaves the app. */
export const leavesApp = (path: string): boolean =>
  /^\/(api|assets|beads|clips|connect|healthz|images|logout|people|posts|r|signup)(\/|$)/.test(path)

/**
 * How an address is come by (A2.1). `onload`: what its document or the cache holds will do. `always`: it is asked for
 * anew whenever it is shown. `redirect`: the browser loads it, and this page ends.
 */
export type RequestType = 'onload' | 'always' | 'redirect'

export interface Way {
  type: RequestType
  /** Following a link to it begins anew; only going back and forward restores it (decision 34). */
  reload: boolean
}

const ways: { [N in ScreenName]?: Partial<Way> } = {
  feed: { reload: true },
  preferences: { type: 'always' },
  privileges: { type: 'always' },
}

/** @param to a path, which may have a query. */
export function wayTo(to: string): Way {
  const { pathname, searchParams } = new URL(to, 'https://strand.invalid')
  const target = match(pathname)
  if (leavesApp(pathname) || (target.screen === 'legal' && searchParams.get('direct') === 'y')) return { type: 'redirect', reload: false }
  return { type: 'onload', reload: false, ...ways[target.screen] }
}

/** What the browser has to load for an address of the kind `redirect`: the texts of the law by their plain path (R3). */
export function fullLoadOf(to: string): string | null {
  if (wayTo(to).type !== 'redirect') return null
  const { pathname } = new URL(to, 'https://strand.invalid')
  return leavesApp(pathname) ? to : pathname
}
