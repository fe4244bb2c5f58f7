import { useEffect, useRef } from 'react'

/** Defers blur validation until the click that caused the blur has fired: no layout shift under the pointer. */
export function useDeferredBlur(): (act: () => void) => void {
  const state = useRef({ pressed: false, waiting: [] as (() => void)[] })
  useEffect(() => {
    const { current } = state
    const listening = new AbortController()
    const { signal } = listening
    addEventListener(
      'mousedown',
      () => {
        current.pressed = true
      },
      { signal, capture: true },
    )
    const release = () => {
      // The click fires in the same task.
      setTimeout(() => {
        current.pressed = false
        for (const act of current.waiting.splice(0)) act()
      })
    }
    for (const end of ['mouseup', 'dragend']) addEventListener(end, release, { signal, capture: true })
    return () => {
      listening.abort()
      current.waiting = []
    }
  }, [])
  return (act) => {
    if (state.current.pressed) state.current.waiting.push(act)
    else act()
  }
}
