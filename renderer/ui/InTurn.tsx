import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'

/**
 * Draws its children one after another, each after the one before has been painted. For what lies below the window:
 * drawn at once, sixty cards would keep whoever presses something meanwhile waiting.
 */
export function InTurn({ children }: { children: ReactNode }) {
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
