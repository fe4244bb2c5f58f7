import { isAction, type Middleware } from '@reduxjs/toolkit'
import type { WithPlayer } from '#player/index.ts'

/** The table of events is loaded with the first of these actions; none happens on a first screen. */
const candidates = /^api\/executeMutation\/(fulfilled|rejected)$|^player\/(itemEnded|streamFailed)$/

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
