import { useMemo, useState } from 'react'

/** Duration of the slide-out animation (A4.5, ms), as in `FeedItems.module.css` and `Suggestions.module.css`. */
const slideMs = 600

export interface SlideOut {
  /** Ids of the items that are sliding out. */
  leaving: ReadonlySet<string>
  /** Starts the animation; calls `remove` for each item when it ends. A stable function, like `cancel`. */
  slideOut(ids: readonly string[], remove: (id: string) => void): void
  /** Cancels the animations of these items: they stay. */
  cancel(ids: readonly string[]): void
}

/** Slides items of a list out before they are removed. The list sets the class for the animation on `leaving` items. */
export function useSlideOut(): SlideOut {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const animations = useMemo(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const cancel = (ids: readonly string[]): void => {
      for (const id of ids) {
        clearTimeout(timers.get(id))
        timers.delete(id)
      }
      setLeaving((now) => new Set([...now].filter((id) => !ids.includes(id))))
    }
    const slideOut: SlideOut['slideOut'] = (ids, remove) => {
      const durationMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : slideMs
      setLeaving((now) => new Set([...now, ...ids]))
      for (const id of ids)
        timers.set(
          id,
          setTimeout(() => {
            remove(id)
            cancel([id])
          }, durationMs),
        )
    }
    return { slideOut, cancel }
  }, [])
  return { leaving, ...animations }
}
