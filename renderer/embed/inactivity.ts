/** The inactivity rule of the pop-up (A9): `contract/pages/widget.ts` defines it. Without the DOM. */
import { popupInactivity } from '#contract/pages/widget.ts'

export interface Inactivity {
  /** The person has used the window. */
  reset(): void
  setPlaying(isPlaying: boolean): void
}

interface InactivityHooks {
  /** The window closes soon; false: no longer. */
  onWarning(isShown: boolean): void
  onLimit(): void
}

export function watchInactivity({ onWarning, onLimit }: InactivityHooks): Inactivity {
  let isPlaying = false
  let isWarned = false
  let timers: ReturnType<typeof setTimeout>[] = []

  function warn(isShown: boolean): void {
    if (isWarned === isShown) return
    isWarned = isShown
    onWarning(isShown)
  }
  function reset(): void {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    warn(false)
    if (isPlaying) return
    timers = [setTimeout(() => warn(true), popupInactivity.warningMs), setTimeout(onLimit, popupInactivity.limitMs)]
  }

  reset()
  return {
    reset,
    setPlaying(next) {
      if (next === isPlaying) return
      isPlaying = next
      reset()
    },
  }
}
