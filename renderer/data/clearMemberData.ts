/** Removes a former member's data from this browser: the next person must not see it. */
import { pictureCache } from '../worker/scope.ts'
import { unsubscribePush } from './push.ts'

/** Removes the push subscription and the cached pictures. Best effort: not awaited, and failures are ignored. */
export const clearMemberData = (): void => void Promise.allSettled([unsubscribePush(), globalThis.caches?.delete(pictureCache)])
