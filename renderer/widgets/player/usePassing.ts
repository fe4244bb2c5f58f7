import { useEffect, useState } from 'react'

/** True for `time` milliseconds after `on` becomes true. */
export function usePassing(on: boolean, time: number): boolean {
  const [over, setOver] = useState(false)
  const [was, setWas] = useState(on)
  if (on !== was) {
    setWas(on)
    setOver(false)
  }
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(setOver, time, true)
    return () => clearTimeout(timer)
  }, [on, time])
  return on && !over
}
