import type { ReactNode } from 'react'
import { InfiniteScroll } from './InfiniteScroll.tsx'
import { EndOfList, ErrorState } from './States.tsx'

interface ListTailProps {
  more: 'none' | 'idle' | 'loading' | 'failed'
  onMore: () => void
  /** Placeholders of loading items. */
  skeleton: ReactNode
  /** Error of a page that failed to load. */
  failed: { title?: string; message: string }
  /** Replaces the default end mark. */
  end?: ReactNode
  /** See `InfiniteScroll`. */
  screens?: number
}

/** The tail of a list: loading, error with retry, or end mark. */
export const ListTail = ({ more, onMore, skeleton, failed, end = <EndOfList />, screens }: ListTailProps) => (
  <>
    <InfiniteScroll hasMore={more !== 'none'} paused={more !== 'idle'} {...(screens !== undefined && { screens })} onMore={onMore} />
    {more === 'loading' && skeleton}
    {more === 'failed' && <ErrorState {...failed} onRetry={onMore} />}
    {more === 'none' && end}
  </>
)
