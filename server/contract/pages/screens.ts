/**
 * The module of each screen, from the root of the project. The server preloads it in documents. `renderer/app/screens.ts` repeats the
 * paths, because a bundler only finds lazily loaded modules by literal paths.
 */
export const screenModules = {
  discover: 'renderer/screens/discover/DiscoverScreen.tsx',
  bead: 'renderer/screens/bead/BeadScreen.tsx',
  post: 'renderer/screens/post/PostScreen.tsx',
  member: 'renderer/screens/member/MemberScreen.tsx',
  search: 'renderer/screens/search/SearchScreen.tsx',
  auth: 'renderer/screens/auth/LoginScreen.tsx',
  about: 'renderer/screens/about/AboutScreen.tsx',
  bookmarklet: 'renderer/screens/bookmarklet/BookmarkletScreen.tsx',
  quickPost: 'renderer/screens/bookmarklet/QuickPostScreen.tsx',
  quickPosted: 'renderer/screens/bookmarklet/QuickPostedScreen.tsx',
  embedFaqs: 'renderer/screens/embedFaqs/EmbedFaqsScreen.tsx',
  legal: 'renderer/screens/legal/LegalScreen.tsx',
  feed: 'renderer/screens/feed/FeedScreen.tsx',
  collection: 'renderer/screens/collection/CollectionScreen.tsx',
  members: 'renderer/screens/people/MembersScreen.tsx',
  beadFollowers: 'renderer/screens/people/BeadFollowersScreen.tsx',
  tagFollowers: 'renderer/screens/people/TagFollowersScreen.tsx',
  preferences: 'renderer/screens/preferences/PreferencesScreen.tsx',
  followTags: 'renderer/screens/followTags/FollowTagsScreen.tsx',
  tvConnect: 'renderer/screens/tvConnect/TvConnectScreen.tsx',
  pair: 'renderer/screens/tvConnect/PairScreen.tsx',
  adminMember: 'renderer/screens/admin/members/MemberScreen.tsx',
  adminContent: 'renderer/screens/admin/content/ContentScreen.tsx',
  review: 'renderer/screens/admin/ReviewScreen.tsx',
  adminMembers: 'renderer/screens/admin/members/MembersScreen.tsx',
  adminHealth: 'renderer/screens/admin/health/HealthScreen.tsx',
  adminLog: 'renderer/screens/admin/LogScreen.tsx',
  system: 'renderer/screens/admin/system/SystemScreen.tsx',
  notFound: 'renderer/screens/notFound/NotFoundScreen.tsx',
} as const

/** The module that every page needs for a signed-in member. `renderer/app/top/TopBar.tsx` imports it lazily. */
export const memberModule = 'renderer/widgets/notifications/index.ts'

export type ScreenName = keyof typeof screenModules
