/**
 * Loads the code of each screen. The server preloads the same modules by the table in server/contract/pages/screens.ts;
 * tests/renderer/screens.test.ts compares the two.
 */
import type { ComponentType } from 'react'
import type { ScreenName } from '#contract/pages/screens.ts'
import type { LegalPage } from '#contract/rules.ts'
import { mayPrefetch } from '#ui/intent.ts'
import { lazyScreen, type LazyScreen } from './lazyScreen.tsx'
import { match, type Target } from '#navigation/routes.ts'

type PropsOf<N extends ScreenName> = Extract<Target, { screen: N }>['props']

const screens: { [N in ScreenName]: LazyScreen<PropsOf<N>> } = {
  discover: lazyScreen(() => import('../screens/discover/DiscoverScreen.tsx')),
  bead: lazyScreen(() => import('../screens/bead/BeadScreen.tsx')),
  post: lazyScreen(() => import('../screens/post/PostScreen.tsx')),
  member: lazyScreen(() => import('../screens/member/MemberScreen.tsx')),
  search: lazyScreen(() => import('../screens/search/SearchScreen.tsx')),
  auth: lazyScreen(() => import('../screens/auth/LoginScreen.tsx')),
  about: lazyScreen(() => import('../screens/about/AboutScreen.tsx')),
  bookmarklet: lazyScreen(() => import('../screens/bookmarklet/BookmarkletScreen.tsx')),
  quickPost: lazyScreen(() => import('../screens/bookmarklet/QuickPostScreen.tsx')),
  quickPosted: lazyScreen(() => import('../screens/bookmarklet/QuickPostedScreen.tsx')),
  embedFaqs: lazyScreen(() => import('../screens/embedFaqs/EmbedFaqsScreen.tsx')),
  legal: lazyScreen(
    () => import('../screens/legal/LegalScreen.tsx'),
    ({ loadFirstTexts }) => loadFirstTexts(firstLegalPages()),
  ),
  feed: lazyScreen(() => import('../screens/feed/FeedScreen.tsx')),
  collection: lazyScreen(() => import('../screens/collection/CollectionScreen.tsx')),
  members: lazyScreen(() => import('../screens/people/MembersScreen.tsx')),
  beadFollowers: lazyScreen(() => import('../screens/people/BeadFollowersScreen.tsx')),
  tagFollowers: lazyScreen(() => import('../screens/people/TagFollowersScreen.tsx')),
  preferences: lazyScreen(() => import('../screens/preferences/PreferencesScreen.tsx')),
  followTags: lazyScreen(() => import('../screens/followTags/FollowTagsScreen.tsx')),
  tvConnect: lazyScreen(() => import('../screens/tvConnect/TvConnectScreen.tsx')),
  pair: lazyScreen(() => import('../screens/tvConnect/PairScreen.tsx')),
  adminMember: lazyScreen(() => import('../screens/admin/members/MemberScreen.tsx')),
  adminContent: lazyScreen(() => import('../screens/admin/content/ContentScreen.tsx')),
  review: lazyScreen(() => import('../screens/admin/ReviewScreen.tsx')),
  adminMembers: lazyScreen(() => import('../screens/admin/members/MembersScreen.tsx')),
  adminHealth: lazyScreen(() => import('../screens/admin/health/HealthScreen.tsx')),
  adminLog: lazyScreen(() => import('../screens/admin/LogScreen.tsx')),
  system: lazyScreen(() => import('../screens/admin/system/SystemScreen.tsx')),
  notFound: lazyScreen(() => import('../screens/notFound/NotFoundScreen.tsx')),
}

export const screenOf = (target: Target) => screens[target.screen]

/** The component of a screen. The cast is safe: the type of `screens` gives each component the props of its target. */
export const componentOf = (target: Target) => screens[target.screen].Screen as ComponentType<object>

/** The legal texts that the first render needs. The server renders any of them, so it needs all. */
function firstLegalPages(): readonly LegalPage[] | 'all' {
  if (typeof location === 'undefined') return 'all'
  const target = match(location.pathname)
  return target.screen === 'legal' ? [target.props.page] : []
}

/** Whether everything that the first render of the screen at a path needs is loaded. */
export const isPrepared = (path: string): boolean => screenOf(match(path)).prepared()

/** Fetches the code of the screen at a path. A failure is ignored: the code is fetched again when needed. */
export const preloadPath = (path: string): Promise<void> =>
  screenOf(match(path))
    .preload()
    .catch(() => undefined)

/** Loads the code of all screens. */
export const loadScreens = (): Promise<unknown> => Promise.all(Object.values(screens).map((screen) => screen.preload()))

/** The most visited screens. All others load when a link to them is hovered, focused or touched. */
const likely: readonly ScreenName[] = ['bead', 'post', 'member', 'search']

/** Fetches the likely screens, unless the browser's data saver is on. */
export const preloadLikely = (): void => {
  if (!mayPrefetch()) return
  for (const name of likely) screens[name].preload().catch(() => undefined)
}
