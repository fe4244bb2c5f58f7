/** Removes a former member's data from this browser: the next person must not see it. */
import { pictureCache } from '../worker/scope.ts'
import { forgetAnswers } from './offlineAnswers.ts'
import { unsubscribePush } from './push.ts'

/** Removes the push subscription, the cached pictures and answers. Best effort: not awaited, and failures are ignored. */
export function clearMemberData(): void {
  forgetAnswers()
  void Promise.allSettled([unsubscribePush(), globalThis.caches?.delete(pictureCache)])
}
