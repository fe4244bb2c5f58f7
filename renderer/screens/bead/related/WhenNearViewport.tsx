import { useState, type ReactNode } from 'react'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'

/** Something beside the posts: neither its code nor what it shows is asked for before it comes near. Until then `place` keeps its room. */
export function WhenNearViewport({ place, children }: { place?: ReactNode; children: ReactNode }) {
  const [near, setNear] = useState(false)
  if (near) return children
  return (
    <>
      {place}
      <InfiniteScroll hasMore paused={false} screens={1} onMore={() => setNear(true)} />
    </>
  )
}
