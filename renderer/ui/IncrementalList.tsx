import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'

/** Renders its children one per frame. For content below the viewport: rendering sixty cards at once would delay interactions. */
export function IncrementalList({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const [shown, show] = useState(0)
  const more = shown < parts.length
  useEffect(() => {
    if (!more) return
    const frame = requestAnimationFrame(() => startTransition(() => show(shown + 1)))
    return () => cancelAnimationFrame(frame)
  }, [shown, more])
  return parts.slice(0, shown)
}
