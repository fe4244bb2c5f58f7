import { useEffect, useState } from 'react'

/** The first letters, a paste, and other large changes (B4). */
export const isLargeChange = (value: string, before: string): boolean =>
  before === '' || value === '' || Math.abs(value.length - before.length) > 2

/**
 * A value that has not changed for a while.
 *
 * @param pause in ms
 * @param atOnce whether a change skips the delay
 */
export function useDebouncedValue<T>(value: T, pause: number, atOnce?: (value: T, before: T) => boolean): T {
  const [debounced, setDebounced] = useState(value)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    if (atOnce?.(value, before)) setDebounced(value)
  }
  useEffect(() => {
    const timer = setTimeout(setDebounced, pause, value)
    return () => clearTimeout(timer)
  }, [value, pause])
  return debounced
}
