import type { Store } from '../store.ts'
import { api } from './api.ts'
import { takeStaleKeys } from './deletions.ts'

/** Removes the cached answers about what was deleted. An answer that is still shown would be requested again: call it after leaving the page. */
export function purgeDeleted({ dispatch, getState }: Store): void {
  for (const queryCacheKey of takeStaleKeys(getState().api.queries)) dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
}
