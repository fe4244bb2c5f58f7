import type { Site } from '#contract/endpoints/site.ts'

export interface FeedLink {
  id: 'activity' | 'trending'
  href: string
}

/** Links to the feeds: the only menu entries in the bar on the first screen (A2.2, RO1). */
export const feedLinks = ({ readOnly }: Pick<Site, 'readOnly'>): FeedLink[] =>
  readOnly
    ? []
    : [
        { id: 'activity', href: '/activity' },
        { id: 'trending', href: '/trending' },
      ]
