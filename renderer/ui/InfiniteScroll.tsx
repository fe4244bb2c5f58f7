import { useEffect, useRef } from 'react'
import styles from './InfiniteScroll.module.css'

interface InfiniteScrollProps {
  /** There is more. */
  hasMore: boolean
  /** A page is loading, or the last attempt failed: nothing is requested. */
  paused: boolean
  /** Distance from the end, in viewport heights, at which the next page is requested. */
  screens?: number
  onMore: () => void
}

/** A sentinel after a list that requests the next page when it comes near the viewport. */
export function InfiniteScroll({ hasMore, paused, screens = 2, onMore }: InfiniteScrollProps) {
  const mark = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  const watching = hasMore && !paused
  useEffect(() => {
    if (!watching || !mark.current) return
    // A new observer after each page reports at once if the sentinel is still near: a tall viewport fills up.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latestOnMore.current()
      },
      { rootMargin: `${screens * 100}% 0px` },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [watching, screens])
  return <div ref={mark} className={styles.mark} aria-hidden="true" />
}
