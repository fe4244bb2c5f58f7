/** Every address of the app, in one table (A2.1, decision 2). Pure: which code shows a screen is `screens.ts`'s. */
import { afterLastDash, idKind } from '../../server/contract/ids.ts'
import { isCategory, isUid, isSearchTab, type Category, type SearchAddress } from '../../server/contract/rules.ts'

export type Target =
  | { screen: 'discover'; props: { category: Category | null } }
  | { screen: 'member'; props: { uid: string } }
  | { screen: 'bead'; props: { id: string } }
  | { screen: 'post'; props: { id: string; bead?: string } }
  | { screen: 'search'; props: SearchAddress }
  | { screen: 'auth'; props: { mode: 'signup' | 'login' } }
  | { screen: 'notFound'; props: object }

export type ScreenName = Target['screen']

const notFound: Target = { screen: 'notFound', props: {} }

export function match(path: string): Target {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first = '', second, third] = parts
  if (parts.length === 0 || (parts.length === 1 && first === 'discover')) return { screen: 'discover', props: { category: null } }
  if (parts.length === 1 && isCategory(first)) return { screen: 'discover', props: { category: first } }
  if (first === 'login' && parts.length <= 2) return { screen: 'auth', props: { mode: 'login' } }
  if (first === 'signupform' && parts.length === 1) return { screen: 'auth', props: { mode: 'signup' } }
  if (first === 'p') return parts.length === 2 && second !== undefined && isUid(second) ? { screen: 'member', props: { uid: second } } : notFound
  const tab = second ?? 'all'
  if (first === 'search') return parts.length <= 2 && isSearchTab(tab) ? { screen: 'search', props: { tab, tag: null } } : notFound
  if (first === 'tag') return parts.length === 2 ? { screen: 'search', props: { tab: 'all', tag: second! } } : notFound
  if (first === 'bead') return parts.length <= 3 && second !== undefined ? contentAt(second, third) : notFound
  return parts.length <= 2 ? contentAt(first, second) : notFound
}

/** `/{bead}`, `/{bead}/{post}` or `/{post}`, where a post is its id, or ends in it after a dash. */
function contentAt(first: string, second: string | undefined): Target {
  if (second === undefined) {
    if (idKind(first) === 'bead') return { screen: 'bead', props: { id: first } }
    const id = afterLastDash(first)
    return idKind(id) === 'post' ? { screen: 'post', props: { id } } : notFound
  }
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
export const leavesApp = (path: string): boolean => /^\/(api|assets|beads|clips|healthz|images|logout|people|r)(\/|$)/.test(path)
