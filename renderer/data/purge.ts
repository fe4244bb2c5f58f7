import { api } from './api.ts'
import type { ApiStore } from './cachePatches.ts'
import { takeStaleKeys } from './deletions.ts'

type QueryCacheKey = Parameters<typeof api.internalActions.removeQueryResult>[0]['queryCacheKey']

function drop({ dispatch, getState }: ApiStore, isInUse?: (key: string) => boolean): void {
  for (const queryCacheKey of takeStaleKeys(getState().api.queries, isInUse))
    dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as QueryCacheKey }))
}

/**
 * Removes the cached answers about deleted items. Call it after leaving their page: answers in use would be refetched.
 */
export const purgeDeleted = (store: ApiStore): void => drop(store)

/** The same, but can be called at any time: answers with subscribers stay until `purgeDeleted`. */
export function purgeUnused(store: ApiStore): void {
  const { getSubscriptionCount } = store.dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as {
    getSubscriptionCount: (key: string) => number
  }
  drop(store, (key) => getSubscriptionCount(key) > 0)
}
