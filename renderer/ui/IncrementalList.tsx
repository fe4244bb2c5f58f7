import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { useIsHydrated } from './hydration.ts'

const serverParts = 3

/**
 * Renders its children one per frame. For content below the viewport: rendering sixty cards at once would delay interactions. The server
 * renders the first few, which may be in the viewport.
 */
export function IncrementalList({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const isHydrated = useIsHydrated()
  const [shown, show] = useState(isHydrated ? 0 : serverParts)
  const more = shown < parts.length
  useEffect(() => {
    if (!more) return
    const frame = requestAnimationFrame(() => startTransition(() => show(shown + 1)))
    return () => cancelAnimationFrame(frame)
  }, [shown, more])
  return parts.slice(0, shown)
}
