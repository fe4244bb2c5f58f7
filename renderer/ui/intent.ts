import { whenIdle } from './idle.ts'

/** Whether code may be loaded before it is needed: not if the browser saves data. */
export const mayPrefetch = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData !== true

/** Marks the controls that play something: `data-plays=""`. */
const playControl = '[data-plays]'

/** Whether a medium may start only while the browser handles a press. Others remember the press. */
const startsOnlyInPress = (): boolean => 'GestureEvent' in window

/**
 * Runs a task before a press on play: Safari lets a medium play only while it handles the press, so what plays it must be loaded. That is
 * when the pointer or the focus first reaches a play control. Before a finger touches a control there is no such event, so on the touch
 * screens of Safari it is when the page is idle. While the browser saves data, only the press counts. Returns a function that cancels it.
 */
export function beforePlay(task: () => void): () => void {
  const stopWaiting = mayPrefetch() && startsOnlyInPress() && matchMedia('(any-pointer: coarse)').matches ? whenIdle(task) : () => undefined
  const listening = new AbortController()
  const check = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(playControl) === null) return
    stopWaiting()
    listening.abort()
    task()
  }
  for (const type of mayPrefetch() ? ['pointerover', 'pointerdown', 'focusin', 'click'] : ['pointerdown', 'click'])
    document.addEventListener(type, check, { signal: listening.signal, passive: true, capture: true })
  return () => {
    stopWaiting()
    listening.abort()
  }
}
