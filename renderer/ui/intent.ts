import { whenIdle } from './idle.ts'

/** Marks the controls that play something: `data-plays=""`. */
const playControl = '[data-plays]'

/**
 * Runs a task before a press on play: Safari lets a medium play only while it handles the press, so what plays it must be loaded. That is
 * when the pointer or the focus first reaches a play control. A touch screen has no such sign, so there it is when the page is idle,
 * unless the browser saves data. Returns a function that cancels it.
 */
export function beforePlay(task: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const stopWaiting = matchMedia('(hover: none)').matches && connection?.saveData !== true ? whenIdle(task) : () => undefined
  const listening = new AbortController()
  const check = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(playControl) === null) return
    stopWaiting()
    listening.abort()
    task()
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(type, check, { signal: listening.signal, passive: true })
  return () => {
    stopWaiting()
    listening.abort()
  }
}
