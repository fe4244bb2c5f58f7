import { useEffect, useRef } from 'react'
import styles from './InfiniteScroll.module.css'

interface InfiniteScrollProps {
  /** There is more. */
  hasMore: boolean
  /** A page is loading, or the last attempt failed: nothing is requested. */
  paused: boolean
  /** Distance from the end, in viewport heights, at which the next page is requested. */
  screens?: number
  /** Is called again, while the sentinel is near, until `paused` or not `hasMore`. */
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
    const sentinel = mark.current
    if (!watching || !sentinel) return
    // A report can still arrive after `disconnect`.
    let ended = false
    // A new observer after each page reports at once if the sentinel is still near: a tall viewport fills up.
    const observer = new IntersectionObserver(
      (entries) => {
        if (ended || !entries.some((entry) => entry.isIntersecting)) return
        latestOnMore.current()
        // A page can arrive before React renders `paused`. An observer reports only changes: observe again.
        observer.unobserve(sentinel)
        observer.observe(sentinel)
      },
      { rootMargin: `${screens * 100}% 0px` },
    )
    observer.observe(sentinel)
    return () => {
      ended = true
      observer.disconnect()
    }
  }, [watching, screens])
  return <div ref={mark} className={styles.mark} aria-hidden="true" />
}
