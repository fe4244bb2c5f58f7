/** Exports for other screens: `<FeedList context={{ kind: 'profile', uid, name }} />`. */
export { FeedList } from './FeedList.tsx'
export type { FeedContext } from './context.ts'
