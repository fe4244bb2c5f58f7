import { useEffect, useRef } from 'react'

/**
 * For what is said when a field is left, and may move what lies below it. Where the field is left by a press, that waits
 * until the press has had its click: nothing goes away from under a pointer.
 */
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
      // The click comes in the same turn.
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
