import { api } from './api.ts'
import type { ApiStore } from './cachePatches.ts'
import { takeStaleKeys } from './deletions.ts'

function drop({ dispatch, getState }: ApiStore, isInUse?: (key: string) => boolean): void {
  for (const queryCacheKey of takeStaleKeys(getState().api.queries, isInUse))
    dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
}

/** Removes the cached answers about what was deleted. An answer that is still shown would be requested again: call it after leaving the page. */
export const purgeDeleted = (store: ApiStore): void => drop(store)

/** The same at any time: answers that are still shown stay until the page is left. */
export function purgeUnused(store: ApiStore): void {
  const { getSubscriptionCount } = store.dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as {
    getSubscriptionCount: (key: string) => number
  }
  drop(store, (key) => getSubscriptionCount(key) > 0)
}
