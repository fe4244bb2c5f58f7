/**
 * The module of each screen, from the root of the project. The server preloads it in documents. `renderer/app/screens.ts` imports
 * it once more, as a bundler finds lazily loaded modules by literal paths only.
 */
export const screenModules = {
  discover: 'renderer/screens/discover/DiscoverScreen.tsx',
  bead: 'renderer/screens/bead/BeadScreen.tsx',
  post: 'renderer/screens/post/PostScreen.tsx',
  member: 'renderer/screens/member/MemberScreen.tsx',
  search: 'renderer/screens/search/SearchScreen.tsx',
  auth: 'renderer/screens/auth/LoginScreen.tsx',
  about: 'renderer/screens/about/AboutScreen.tsx',
  legal: 'renderer/screens/legal/LegalScreen.tsx',
  feed: 'renderer/screens/feed/FeedScreen.tsx',
  collection: 'renderer/screens/collection/CollectionScreen.tsx',
  members: 'renderer/screens/people/MembersScreen.tsx',
  beadFollowers: 'renderer/screens/people/BeadFollowersScreen.tsx',
  tagFollowers: 'renderer/screens/people/TagFollowersScreen.tsx',
  preferences: 'renderer/screens/preferences/PreferencesScreen.tsx',
  followTags: 'renderer/screens/followTags/FollowTagsScreen.tsx',
  tvConnect: 'renderer/screens/tvConnect/TvConnectScreen.tsx',
  privileges: 'renderer/screens/admin/PrivilegesScreen.tsx',
  admin: 'renderer/screens/admin/AdminScreen.tsx',
  notFound: 'renderer/screens/notFound/NotFoundScreen.tsx',
} as const

/** What every page needs as soon as a member is signed in, imported lazily by `renderer/app/top/TopBar.tsx`. */
export const memberModule = 'renderer/widgets/notifications/index.ts'

export type ScreenName = keyof typeof screenModules
