import type { ReactNode } from 'react'
import { InfiniteScroll } from './InfiniteScroll.tsx'
import { EndOfList, ErrorState } from './States.tsx'

interface ListTailProps {
  more: 'none' | 'idle' | 'loading' | 'failed'
  onMore: () => void
  /** Shapes of what is on its way. */
  skeleton: ReactNode
  /** Said where more of it could not be had. */
  failed: { title?: string; message: string }
  /** Instead of the usual words at the end. */
  end?: ReactNode
  /** See `InfiniteScroll`. */
  screens?: number
}

/** What stands after the last item of a list: more on its way, a try that failed, or the end. */
export const ListTail = ({ more, onMore, skeleton, failed, end = <EndOfList />, screens }: ListTailProps) => (
  <>
    <InfiniteScroll hasMore={more !== 'none'} paused={more !== 'idle'} {...(screens !== undefined && { screens })} onMore={onMore} />
    {more === 'loading' && skeleton}
    {more === 'failed' && <ErrorState {...failed} onRetry={onMore} />}
    {more === 'none' && end}
  </>
)
