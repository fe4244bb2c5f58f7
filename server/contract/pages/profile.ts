/**
 * Defines the first queries of a profile, per section (F1, F2). The server inlines the answers into the document, so the server and the
 * page must build identical queries.
 */
import { limits } from '../limits.ts'

export type ProfileBeads = 'started' | 'invited' | 'followed'
export type ProfilePosts = 'posts' | 'collects'

const beadFilters = { started: 'createdby', invited: 'invitee', followed: 'followedby' } as const
const postFilters = { posts: 'createdby', collects: 'collectedby' } as const

interface Whose {
  uid: string
  verified: boolean
}

/** 20 created playlists of a verified member, otherwise 8. */
const firstBeads = (section: ProfileBeads, { verified }: Whose): number =>
  section === 'started' && verified ? limits.page.profileBeadsVerified : limits.page.profileBeads

export const profileBeadsQuery = (section: ProfileBeads, whose: Whose) => ({
  [beadFilters[section]]: whose.uid,
  sort: 'recent' as const,
  limit: firstBeads(section, whose),
})

/** Items that "Show more" adds: 12 created playlists, 20 of the others. */
export const profileMoreBeadsQuery = (section: ProfileBeads, whose: Whose) => ({
  ...profileBeadsQuery(section, whose),
  from: firstBeads(section, whose),
  limit: section === 'started' ? limits.page.profileBeadsMore : limits.page.profileOtherBeadsMore,
})

export const profilePostsQuery = (section: ProfilePosts, uid: string) => ({
  [postFilters[section]]: uid,
  sort: 'recent' as const,
  limit: limits.page.profilePosts,
})
