import { useMemo, useState } from 'react'

/** How long (ms) what is dismissed slides out before it is gone (A4.5). */
const slideMs = 600

export interface Sliding {
  /** Ids of what is on its way out. */
  leaving: ReadonlySet<string>
  /** Removes it when it is out; the same function at every time, as `stay` is. */
  slideOut(ids: readonly string[], remove: (id: string) => void): void
  /** Calls off what is not out yet. */
  stay(ids: readonly string[]): void
}

export function useSliding(): Sliding {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const moves = useMemo(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const stay = (ids: readonly string[]): void => {
      for (const id of ids) {
        clearTimeout(timers.get(id))
        timers.delete(id)
      }
      setLeaving((now) => new Set([...now].filter((id) => !ids.includes(id))))
    }
    const slideOut: Sliding['slideOut'] = (ids, remove) => {
      const wait = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : slideMs
      setLeaving((now) => new Set([...now, ...ids]))
      for (const id of ids)
        timers.set(
          id,
          setTimeout(() => {
            remove(id)
            stay([id])
          }, wait),
        )
    }
    return { slideOut, stay }
  }, [])
  return { leaving, ...moves }
}
