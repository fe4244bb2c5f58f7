/** What this browser holds of a member who is no longer signed in goes: the next person at it must not come upon it. */
import { pictureCache } from '../worker/scope.ts'
import { leavePush } from './push.ts'

/** Nobody waits for it: what cannot be had is not there either. */
export const forgetMember = (): void => void Promise.allSettled([leavePush(), globalThis.caches?.delete(pictureCache)])
