import type { Site } from '#contract/endpoints/site.ts'

export interface FeedLink {
  id: 'activity' | 'trending'
  href: string
}

/**
 * Links to the feeds, in the top bar and the left menu (A2.2); none on a read-only site (RO1). Separate from `menu.ts`,
 * which is loaded with the first menu.
 */
export const feedLinks = ({ readOnly }: Pick<Site, 'readOnly'>): FeedLink[] =>
  readOnly
    ? []
    : [
        { id: 'activity', href: '/activity' },
        { id: 'trending', href: '/trending' },
      ]
