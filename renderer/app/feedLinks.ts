import type { Site } from '#contract/endpoints/site.ts'

export interface FeedLink {
  id: 'activity' | 'trending'
  href: string
}

/** Where the posts of others are: what the bar has of the menus on the first screen already (A2.2, RO1). */
export const feedLinks = ({ readOnly }: Pick<Site, 'readOnly'>): FeedLink[] =>
  readOnly
    ? []
    : [
        { id: 'activity', href: '/activity' },
        { id: 'trending', href: '/trending' },
      ]
