import { loadPreload, type PlayerClock } from '#player/index.ts'
import { whenIdle, whenTouched } from '#ui/idle.ts'
import { listenForShortcuts } from '#widgets/shortcuts/index.ts'
import type { Store } from './store.ts'

/** Starts the shortcuts and preloads the code of the outputs; imported once the page is idle. */
export function preparePlayer(store: Store, clock: PlayerClock): void {
  listenForShortcuts(document, store, clock)
  // A touch screen has no pointer events before the press on play.
  const schedule = matchMedia('(hover: none)').matches ? whenIdle : whenTouched
  schedule(
    () =>
      void loadPreload().then(
        ({ preloadOutputs }) => preloadOutputs(),
        () => undefined,
      ),
  )
}
