/** Resolves a path to a page or a redirect (A2.1, decision 2), in this order: reserved word, playlist, post. */
import type { Viewer } from '#access/viewer.ts'
import {
  afterLastDash,
  idKind,
  isCategory,
  isLegalPage,
  isSearchTab,
  isTag,
  isUid,
  loginTypeOf,
  reservedWords,
  type Post,
} from '#contract/index.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import { StrandError } from '#http/errors.ts'
import { createCollectionPages } from './collection.ts'
import { createFeedPages } from './feed.ts'
import { preloadedFailure, type Page, type Redirect } from './page.ts'
import { createPeoplePages } from './people.ts'
import { plainPages } from './plain.ts'
import { createScreens, failurePage, signInPage, type Contents } from './screens.ts'
import { createStaticPages } from './static.ts'

export type Resolve = (path: string, search: string, viewer: Viewer | null) => Promise<Page | Redirect>

/** A part with invalid escapes is taken literally (`/tag/100%`), as by the router in the browser. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const notFoundPage = failurePage(404, 'notFound')

/** Pages of playlists, posts and members. */
function createEntityPages(contents: Contents) {
  const people = createPeoplePages(contents)
  const screens = createScreens(contents, people)
  const collections = createCollectionPages(contents)

  /**
   * Renders `not_found` and `forbidden` as a page.
   * @param uid the member whom the screen requests first, if any.
   */
  async function withFailurePage(screen: ScreenName, work: () => Promise<Page | Redirect>, uid?: string): Promise<Page | Redirect> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StrandError && (error.code === 'not_found' || error.code === 'forbidden')) {
        const data = uid === undefined ? [] : [preloadedFailure('GET /api/v0/members/:uid', { params: { uid } }, error)]
        return failurePage(error.code === 'forbidden' ? 403 : 404, screen, data)
      }
      throw error
    }
  }

  const bead = (id: string, search: string, viewer: Viewer | null) =>
    withFailurePage('bead', () => screens.bead(id, new URLSearchParams(search), viewer))

  /** `/{post}`: an id, or the last part of a post's path. */
  const post = (id: string, search: string, viewer: Viewer | null) =>
    withFailurePage('post', async () => screens.post(await contents.posts.get(id, viewer), undefined, new URLSearchParams(search), viewer))

  /** `/{bead}/{slug}-{post}`. Redirects from a former slug or playlist. */
  const postWithin = (path: string, id: string, search: string, viewer: Viewer | null) =>
    withFailurePage('post', async () => {
      const found: Post = await contents.posts.get(id, viewer)
      const canonical = `/${found.href}`
      if (path !== canonical) return { to: encodeURI(canonical) + search }
      return screens.post(found, found.bead.id, new URLSearchParams(search), viewer)
    })

  /** `/bookmarklet/post/{post}`: the confirmation for the creator. Others see the post itself. */
  const quickPosted = (id: string, viewer: Viewer | null) =>
    withFailurePage('quickPosted', async () => {
      const found: Post = await contents.posts.get(id, viewer)
      return found.creator.uid === viewer?.uid ? screens.quickPosted(found) : { to: encodeURI(`/${found.href}`) }
    })

  const member = (uid: string, search: string, viewer: Viewer | null) =>
    withFailurePage(
      'member',
      async () => {
        const found = await contents.accounts.member(uid, viewer)
        return found.uid === uid ? screens.member(found, viewer) : { to: `/p/${found.uid}${search}` }
      },
      uid,
    )

  /** `/p/{uid}` and the paths below it, with the same rules as the router in the browser. */
  function ofMember(
    path: string,
    uid: string,
    [list, of, ...more]: readonly string[],
    search: string,
    viewer: Viewer | null,
  ): Promise<Page | Redirect> | Page {
    if (list === undefined) return member(uid, search, viewer)
    const collects = (list === 'collection' && of === undefined) || (list === 'posts' && (of === 'created' || of === 'collected'))
    const follows = list === 'followers' || list === 'following'
    if (more.length > 0 || (!collects && !follows)) return notFoundPage
    const screen = collects ? 'collection' : 'members'
    return withFailurePage(
      screen,
      async () => {
        const found = await contents.accounts.member(uid, viewer)
        if (found.uid !== uid) return { to: `/p/${found.uid}${path.slice(path.indexOf('/', 3))}${search}` }
        if (collects) return collections.of({ uid, of: of === 'created' ? 'created' : 'collected' }, new URLSearchParams(search), viewer)
        return people.members(found, list === 'followers' ? 'followers' : of === 'tags' ? 'tags' : 'following', viewer)
      },
      uid,
    )
  }

  const beadFollowers = (id: string, viewer: Viewer | null) => withFailurePage('beadFollowers', () => people.beadFollowers(id, viewer))

  const ownCollection = (search: string, viewer: Viewer | null) =>
    withFailurePage('collection', () => collections.of({ uid: null, of: 'collected' }, new URLSearchParams(search), viewer))

  return { people, screens, bead, post, postWithin, quickPosted, ofMember, beadFollowers, ownCollection }
}

export function createResolve(contents: Contents): Resolve {
  const { people, screens, bead, post, postWithin, quickPosted, ofMember, beadFollowers, ownCollection } = createEntityPages(contents)
  const staticPages = createStaticPages(contents)
  const feeds = createFeedPages(contents)

  return async (path, search, viewer) => {
    const parts = path.split('/').slice(1).map(decoded)
    // Built from the parts: a path that starts with `//` or `/\\` would redirect to another host.
    if (parts.length > 1 && parts.at(-1) === '') return { to: `/${parts.filter(Boolean).map(encodeURIComponent).join('/')}${search}` }
    const [first = '', second, third] = parts
    const { length } = parts

    if (first === '' && length === 1) return screens.discover(null, viewer)
    if (first === 'discover' && length === 1) return screens.discover(null, viewer)
    if (length === 1 && isCategory(first.toLowerCase())) {
      const category = first.toLowerCase()
      return isCategory(first) ? screens.discover(first, viewer) : { to: `/${category}${search}` }
    }
    if (path === '/feed') return { to: `/activity${search}` }
    if (path === '/activity' || path === '/trending')
      return feeds(path === '/activity' ? 'activity' : 'trending', new URLSearchParams(search), viewer)
    const plain = Object.hasOwn(plainPages, path) ? plainPages[path] : undefined
    if (plain) return plain
    if (first === 'bookmarklet' && second === 'post' && length === 3)
      return idKind(third!) === 'post' ? quickPosted(third!, viewer) : notFoundPage
    if (path === '/about') return staticPages.about(viewer)
    if (path === '/collection') return ownCollection(search, viewer)
    if (length === 1 && isLegalPage(first)) {
      // Apps add `direct=y`; the page has one canonical URL.
      if (new URLSearchParams(search).get('direct') === 'y') return { to: `/${first}` }
      return staticPages.legal(first)
    }
    if (first === 'login' && length <= 2) return signInPage(loginTypeOf(second))
    if (first === 'signupform' && length === 1) return signInPage('signup')
    if (first === 'p') return second !== undefined && isUid(second) ? ofMember(path, second, parts.slice(2), search, viewer) : notFoundPage

    const tab = second ?? 'all'
    if (first === 'search' && length <= 2 && isSearchTab(tab))
      return screens.search({ tab, tag: null }, new URLSearchParams(search), viewer)
    if (first === 'tag' && length === 3 && third === 'followers')
      return isTag(second!) ? people.tagFollowers(second!, viewer) : notFoundPage
    if (first === 'tag' && length === 2) return screens.search({ tab: 'all', tag: second! }, new URLSearchParams(search), viewer)

    if (first === 'bead' && length === 2 && idKind(second!) === 'bead') return { to: `/${second}${search}` }
    if (first === 'bead' && length === 3 && third === 'followers')
      return idKind(second!) === 'bead' ? { to: `/${second}/followers${search}` } : notFoundPage
    if (first === 'bead' && length === 3 && idKind(second!) === 'bead') {
      const id = afterLastDash(third!)
      return idKind(id) === 'post' ? postWithin(path, id, search, viewer) : notFoundPage
    }
    if (reservedWords.has(first)) return notFoundPage

    if (length === 1) {
      if (idKind(first) === 'bead') return bead(first, search, viewer)
      const id = afterLastDash(first)
      return idKind(id) === 'post' ? post(id, search, viewer) : notFoundPage
    }
    if (length === 2 && idKind(first) === 'bead') {
      if (second === 'followers') return beadFollowers(first, viewer)
      const id = afterLastDash(second!)
      return idKind(id) === 'post' ? postWithin(`/${first}/${second}`, id, search, viewer) : notFoundPage
    }
    return notFoundPage
  }
}
