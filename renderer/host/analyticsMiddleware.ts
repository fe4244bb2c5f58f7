import { isAction, type Middleware } from '@reduxjs/toolkit'
import type { WithPlayer } from '../player/index.ts'

/** Their table is fetched with the first of them: nothing of the kind happens on a first screen. */
const worthALook = /^api\/executeMutation\/(fulfilled|rejected)$|^player\/(itemEnded|streamFailed)$/

export const trackActs: Middleware<object, WithPlayer> = ({ getState }) => (next) => (action) => {
  const result = next(action)
  if (isAction(action) && worthALook.test(action.type))
    import('./analyticsEvents.ts').then(({ hear }) => hear(action, getState()), () => undefined)
  return result
}
