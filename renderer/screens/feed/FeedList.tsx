import type { FeedContext } from './context.ts'
import { FeedItems } from './FeedItems.tsx'
import { useFeed } from './useFeed.ts'

/** A feed inside another screen, such as a profile: without header, sidebar and polling for new items. */
export const FeedList = ({ context }: { context: FeedContext }) => <FeedItems context={context} feed={useFeed(context)} />
