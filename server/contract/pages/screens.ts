/** The module of each screen, from the root of the project. The server preloads it in documents; `renderer/app/screens.ts` imports it. */
export const screenModules = {
  discover: 'renderer/features/discover/DiscoverScreen.tsx',
  bead: 'renderer/features/bead/BeadScreen.tsx',
  post: 'renderer/features/post/PostScreen.tsx',
  member: 'renderer/features/member/MemberScreen.tsx',
  search: 'renderer/features/search/page/SearchScreen.tsx',
  auth: 'renderer/features/auth/LoginScreen.tsx',
  about: 'renderer/features/about/AboutScreen.tsx',
  legal: 'renderer/features/legal/LegalScreen.tsx',
  feed: 'renderer/features/feed/FeedScreen.tsx',
  collection: 'renderer/features/collection/CollectionScreen.tsx',
  members: 'renderer/features/people/MembersScreen.tsx',
  beadFollowers: 'renderer/features/people/BeadFollowersScreen.tsx',
  tagFollowers: 'renderer/features/people/TagFollowersScreen.tsx',
  preferences: 'renderer/features/preferences/PreferencesScreen.tsx',
  followTags: 'renderer/features/followTags/FollowTagsScreen.tsx',
  tvConnect: 'renderer/features/tvConnect/TvConnectScreen.tsx',
  privileges: 'renderer/features/admin/PrivilegesScreen.tsx',
  admin: 'renderer/features/admin/AdminScreen.tsx',
  notFound: 'renderer/features/notFound/NotFoundScreen.tsx',
} as const

export type ScreenName = keyof typeof screenModules
