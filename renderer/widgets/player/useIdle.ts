import { useEffect, useState } from 'react'

/** True after `after` ms without pointer or keyboard input, while `watching`. */
export function useIdle(watching: boolean, after: number): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!watching) return
    let timer: ReturnType<typeof setTimeout>
    const active = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(setIdle, after, true)
    }
    active()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) document.addEventListener(event, active, { passive: true })
    return () => {
      clearTimeout(timer)
      setIdle(false)
      for (const event of events) document.removeEventListener(event, active)
    }
  }, [watching, after])
  return idle
}
