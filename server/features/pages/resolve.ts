/** From an address to a page (A2.1, decision 2): reserved word, playlist, post. */
import { afterLastDash, idKind, isCategory, isSearchTab, isUid, reservedWords, type Post } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import type { Viewer } from '../beads/service.ts'
import type { Page, Redirect, Screen } from './page.ts'
import { createScreens, failurePage, signInPage, type Contents } from './screens.ts'

export type Resolve = (path: string, search: string, viewer: Viewer | null) => Promise<Page | Redirect>

/** A part whose escapes are broken is what somebody typed as it stands (`/tag/100%`); the page in the browser reads it alike. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function createResolve(contents: Contents): Resolve {
  const screens = createScreens(contents)
  const nowhere = failurePage(404, 'notFound')

  /** What the service refuses is a page that says so. */
  async function orFailure(screen: Screen, work: () => Promise<Page | Redirect>): Promise<Page | Redirect> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StrandError && (error.code === 'not_found' || error.code === 'forbidden'))
        return failurePage(error.code === 'forbidden' ? 403 : 404, screen)
      throw error
    }
  }

  const bead = (id: string, search: string, viewer: Viewer | null) =>
    orFailure('bead', () => screens.bead(id, new URLSearchParams(search), viewer))

  /** `/{post}`: the last part of a post's address will do as well as its id. */
  const post = (id: string, search: string, viewer: Viewer | null) =>
    orFailure('post', async () => screens.post(await contents.posts.get(id, viewer), undefined, new URLSearchParams(search), viewer))

  /** `/{bead}/{slug}-{post}`: another slug, or a playlist that it is not in, is an old address. */
  const postWithin = (path: string, id: string, search: string, viewer: Viewer | null) =>
    orFailure('post', async () => {
      const found: Post = await contents.posts.get(id, viewer)
      const canonical = `/${found.href}`
      if (path !== canonical) return { to: encodeURI(canonical) + search }
      return screens.post(found, found.bead.id, new URLSearchParams(search), viewer)
    })

  const member = (uid: string, search: string, viewer: Viewer | null) =>
    orFailure('member', async () => {
      const found = await contents.accounts.member(uid)
      return found.uid === uid ? screens.member(found, viewer) : { to: `/p/${found.uid}${search}` }
    })

  return async (path, search, viewer) => {
    const parts = path.split('/').slice(1).map(decoded)
    // Put together from its parts: a path that begins with `//` or `/\\` would lead to another host.
    if (parts.length > 1 && parts.at(-1) === '') return { to: `/${parts.filter(Boolean).map(encodeURIComponent).join('/')}${search}` }
    const [first = '', second, third] = parts
    const { length } = parts

    if (first === '' && length === 1) return screens.discover(null, viewer)
    if (first === 'discover' && length === 1) return screens.discover(null, viewer)
    if (length === 1 && isCategory(first.toLowerCase())) {
      const category = first.toLowerCase()
      return isCategory(first) ? screens.discover(first, viewer) : { to: `/${category}${search}` }
    }
    if (first === 'login' && length <= 2) return signInPage('login')
    if (first === 'signupform' && length === 1) return signInPage('signup')
    if (first === 'p') return length === 2 && isUid(second!) ? member(second!, search, viewer) : nowhere

    const tab = second ?? 'all'
    if (first === 'search' && length <= 2 && isSearchTab(tab)) return screens.search({ tab, tag: null }, new URLSearchParams(search), viewer)
    if (first === 'tag' && length === 2) return screens.search({ tab: 'all', tag: second! }, new URLSearchParams(search), viewer)

    if (first === 'bead' && length === 2 && idKind(second!) === 'bead') return { to: `/${second}${search}` }
    if (first === 'bead' && length === 3 && idKind(second!) === 'bead') {
      const id = afterLastDash(third!)
      return idKind(id) === 'post' ? postWithin(path, id, search, viewer) : nowhere
    }
    if (reservedWords.has(first)) return nowhere

    if (length === 1) {
      if (idKind(first) === 'bead') return bead(first, search, viewer)
      const id = afterLastDash(first)
      return idKind(id) === 'post' ? post(id, search, viewer) : nowhere
    }
    if (length === 2 && idKind(first) === 'bead') {
      const id = afterLastDash(second!)
      return idKind(id) === 'post' ? postWithin(`/${first}/${second}`, id, search, viewer) : nowhere
    }
    return nowhere
  }
}
