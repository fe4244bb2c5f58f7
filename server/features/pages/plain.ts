/** Pages without data. */
import { pageTitles } from '#contract/index.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import type { Page } from './page.ts'

/** @param canonical absent for private pages, which are not indexed. */
export const plainPage = (screen: ScreenName, title: string, canonical?: string): Page => ({
  status: 200,
  screen,
  type: 'website',
  title,
  description: pageTitles.tagline,
  data: [],
  ...(canonical !== undefined && { canonical }),
})

/** The service worker serves this document offline at every URL, so it contains neither a path nor personal data. */
export const shellPath = '/offline'
export const shellPage = plainPage('notFound', '')

/** By path. */
export const plainPages: Readonly<Record<string, Page>> = {
  '/bookmarklet': { ...plainPage('bookmarklet', pageTitles.bookmarklet, '/bookmarklet'), description: pageTitles.bookmarkletText },
  '/bookmarklet/post': plainPage('quickPost', pageTitles.quickPost),
  '/embedfaqs': { ...plainPage('embedFaqs', pageTitles.embedFaqs, '/embedfaqs'), description: pageTitles.embedFaqsText },
  '/preferences': plainPage('preferences', pageTitles.preferences),
  '/followtags': plainPage('followTags', pageTitles.followTags),
  '/tvos/connect': plainPage('tvConnect', pageTitles.tvConnect),
  '/pair': plainPage('pair', pageTitles.pair),
  '/admin/setprivileges': plainPage('adminMember', pageTitles.adminMember),
  '/admin': plainPage('review', pageTitles.review),
  '/admin/members': plainPage('adminMembers', pageTitles.adminMembers),
  '/admin/health': plainPage('adminHealth', pageTitles.adminHealth),
  '/admin/playlists': plainPage('adminContent', pageTitles.adminContent),
  '/admin/log': plainPage('adminLog', pageTitles.adminLog),
  '/admin/system': plainPage('system', pageTitles.system),
  '/r/admin/index.html': plainPage('adminContent', pageTitles.adminContent),
}
