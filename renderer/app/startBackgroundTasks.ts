/** Background tasks of a page, started at the first interaction. The first screen needs none of them. */
import { meIn, siteIn } from '#data/api.ts'
import { onResponse } from '#data/client.ts'
import { platform } from '#host/platform.ts'
import { unsubscribePush } from '#data/push.ts'
import { setSender } from '#data/track.ts'
import type { PlayerClock } from '#player/index.ts'
import { listenForShortcuts } from '#widgets/shortcuts/index.ts'
import { watchForNewBuild } from './watchForNewBuild.ts'
import { watchSite } from './watchSite.ts'
import { createReporter, postReport } from './report.ts'
import { startWorker } from './worker.ts'
import { canHaveWorker } from './registerWorker.ts'
import type { Store } from './store.ts'

/** @param earlyKeys keys pressed before this code was loaded; some may be shortcuts. */
export function startBackgroundTasks(store: Store, clock: PlayerClock, earlyKeys: readonly KeyboardEvent[]): void {
  listenForShortcuts(document, store, clock, earlyKeys)
  const listeners = [watchForNewBuild(store), watchSite(store)]
  onResponse((response) => listeners.forEach((listen) => listen(response)))
  setSender(
    createReporter({
      now: () => Date.now(),
      isReadOnly: () => siteIn(store.getState())?.readOnly === true,
      platform,
      isNarrow: () => matchMedia('(max-width: 640px)').matches,
      post: postReport,
    }),
  )
  if (canHaveWorker) void startWorker(navigator.serviceWorker).catch(() => undefined)
  // A session that expired while no page was open leaves a push subscription behind: remove it.
  if (meIn(store.getState()) === null) void unsubscribePush().catch(() => undefined)
}
