/** Removes a former member's data from this browser: the next person must not see it. */
import { pictureCache } from '../worker/scope.ts'
import { unsubscribePush } from './push.ts'

/** Not awaited: failures mean that there was nothing to remove. */
export const clearMemberData = (): void => void Promise.allSettled([unsubscribePush(), globalThis.caches?.delete(pictureCache)])
