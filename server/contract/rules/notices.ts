/** Kinds of announcements, the less important first. */
export const announcementKinds = ['info', 'warning'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/** The cookie with the ids of dismissed announcements, separated by dots. The server reads it when it renders a page. */
export const dismissedCookie = 'dismissed_notices'

/** The header of every answer of the API with `Site.version`, by which an open page detects a new announcement. */
export const siteVersionHeader = 'X-Strand-Site'

const ownOrigin = 'https://own.invalid'

/**
 * The address that an announcement links to, in canonical form: a path of this site, or an http address without a user name, which could
 * look like another host. Null for everything else, such as `javascript:`.
 */
export function announcementHref(value: string): string | null {
  const text = value.trim()
  if (text === '' || !URL.canParse(text, ownOrigin)) return null
  const url = new URL(text, ownOrigin)
  if (url.username !== '' || url.password !== '') return null
  // A browser takes a path that begins with two slashes for another site.
  if (url.origin === ownOrigin) return text.startsWith('/') && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
  return /^https?:\/\//i.test(text) ? url.href : null
}

/** The message of refused changes, with the reason of an admin if there is one. */
export const readOnlyMessage = (reason: string): string => `Strand is read-only at the moment: ${reason}`
