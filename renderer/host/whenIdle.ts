/** What the player begins once the page is idle. */
import { listenForShortcuts } from '../widgets/shortcuts/index.ts'
import { loadPreload, type PlayerClock } from '../player/index.ts'
import { whenIdle, whenTouched } from '../ui/idle.ts'
import type { Store } from '../app/store.ts'

export function begin(store: Store, clock: PlayerClock): void {
  listenForShortcuts(document, store, clock)
  // A finger gives no sign before it presses play.
  const soon = matchMedia('(hover: none)').matches ? whenIdle : whenTouched
  soon(() => void loadPreload().then(({ preloadOutputs }) => preloadOutputs(), () => undefined))
}
