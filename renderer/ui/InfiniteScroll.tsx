import { useEffect, useRef } from 'react'
import styles from './InfiniteScroll.module.css'

interface InfiniteScrollProps {
  /** There is more. */
  hasMore: boolean
  /** It is being fetched, or the last try failed: nothing is asked for. */
  paused: boolean
  /** How many screens before its end the list goes on. */
  screens?: number
  onMore: () => void
}

/** Stands after a list and asks for more of it when its end comes within some screens. */
export function InfiniteScroll({ hasMore, paused, screens = 2, onMore }: InfiniteScrollProps) {
  const mark = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  const watching = hasMore && !paused
  useEffect(() => {
    if (!watching || !mark.current) return
    // A new observer after each page reports at once where the mark is still near: a tall screen fills up.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask.current()
      },
      { rootMargin: `${screens * 100}% 0px` },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [watching, screens])
  return <div ref={mark} className={styles.mark} aria-hidden="true" />
}
