import { isAction, type Middleware } from '@reduxjs/toolkit'
import type { WithPlayer } from '#player/index.ts'

/**
 * Actions that may have an event. The code of the events is loaded with the first one; none happens on a first screen.
 */
const candidates = /^api\/executeMutation\/(fulfilled|rejected)$|^player\/(itemEnded|streamFailed)$/

/** Reports Redux actions to analytics (R21). */
export const analyticsMiddleware: Middleware<object, WithPlayer> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const result = next(action)
    if (isAction(action) && candidates.test(action.type))
      import('./analyticsEvents.ts').then(
        ({ reportAction }) => reportAction(action, getState()),
        () => undefined,
      )
    return result
  }
