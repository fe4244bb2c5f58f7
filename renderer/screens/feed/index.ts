/** What other features may use of the feed: `<FeedList context={{ kind: 'profile', uid, name }} />`. */
export { FeedList } from './FeedList.tsx'
export type { FeedContext } from './context.ts'
