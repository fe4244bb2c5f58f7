/** Pages that say what they are, and hold nothing that differs from one visit to the next. */
import { pageTitles } from '#contract/index.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import type { Page } from './page.ts'

/** @param canonical absent where the page is one person's own, and nothing to be found. */
export const plainPage = (screen: ScreenName, title: string, canonical?: string): Page => ({
  status: 200,
  screen,
  type: 'website',
  title,
  description: pageTitles.tagline,
  data: [],
  ...(canonical !== undefined && { canonical }),
})

/** What the service worker starts the app from where there is no network, at whatever address: it speaks of none, and of nobody. */
export const shellPath = '/offline'
export const shellPage = plainPage('notFound', '')

/** By path. */
export const plainPages: Readonly<Record<string, Page>> = {
  '/preferences': plainPage('preferences', pageTitles.preferences),
  '/followtags': plainPage('followTags', pageTitles.followTags),
  '/tvos/connect': plainPage('tvConnect', pageTitles.tvConnect),
  '/admin/setprivileges': plainPage('privileges', pageTitles.privileges),
  '/r/admin/index.html': plainPage('admin', pageTitles.admin),
}
