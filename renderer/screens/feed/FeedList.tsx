import type { FeedContext } from './context.ts'
import { FeedItems } from './FeedItems.tsx'
import { useFeed } from './useFeed.ts'

/** A feed within another screen: neither polled, nor with anything beside it. */
export const FeedList = ({ context }: { context: FeedContext }) => <FeedItems context={context} feed={useFeed(context)} />
