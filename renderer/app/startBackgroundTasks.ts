/** What a page does beside its screens, once somebody is there: none of it is needed for the first of them. */
import { api, contentTags } from '#data/api.ts'
import { leavePush } from '#data/push.ts'
import { meIn } from '#data/session.ts'
import { watchForNewBuild } from './watchForNewBuild.ts'
import { createReporter, postReport } from './report.ts'
import { startWorker } from './worker.ts'
import { canHaveWorker } from './registerWorker.ts'
import type { Store } from './store.ts'
import { sendReports } from '#data/track.ts'

export function startBackgroundTasks(store: Store): void {
  watchForNewBuild(store)
  sendReports(
    createReporter({
      now: () => Date.now(),
      silent: () => api.endpoints.site.select()(store.getState()).data?.readOnly === true,
      narrow: () => matchMedia('(max-width: 640px)').matches,
      post: postReport,
    }),
  )
  if (canHaveWorker) void startWorker(navigator.serviceWorker).catch(() => undefined)
  // What a session that ended unseen has left behind.
  if (meIn(store.getState()) === null) void leavePush().catch(() => undefined)
  // A page that the browser kept whole and brings back may be of another session by now.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.dispatch(api.util.invalidateTags(['Me', ...contentTags]))
  })
}
