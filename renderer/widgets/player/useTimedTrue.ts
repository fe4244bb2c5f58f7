import { useEffect, useState } from 'react'

/** True for `time` milliseconds after `on` becomes true. */
export function useTimedTrue(on: boolean, time: number): boolean {
  const [isExpired, setIsExpired] = useState(false)
  const [previous, setPrevious] = useState(on)
  if (on !== previous) {
    setPrevious(on)
    setIsExpired(false)
  }
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(setIsExpired, time, true)
    return () => clearTimeout(timer)
  }, [on, time])
  return on && !isExpired
}
