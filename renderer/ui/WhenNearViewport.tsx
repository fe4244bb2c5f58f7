import { useState, type ReactNode } from 'react'
import { InfiniteScroll } from './InfiniteScroll.tsx'

/** Mounts its children when scrolled near the viewport, so their code and data load late. Until then `placeholder` reserves the space. */
export function WhenNearViewport({ placeholder, children }: { placeholder?: ReactNode; children: ReactNode }) {
  const [isNear, setIsNear] = useState(false)
  if (isNear) return children
  return (
    <>
      {placeholder}
      <InfiniteScroll hasMore paused={false} screens={1} onMore={() => setIsNear(true)} />
    </>
  )
}
