import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { CallFailure } from './client.ts'
import type { ApiStore } from './cachePatches.ts'
import { isEarlierAnswer } from './offlineAnswers.ts'

interface Entry {
  status: string
  endpointName?: string
  originalArgs?: unknown
  error?: unknown
}

const isUnanswered = ({ status, error }: Entry): boolean => status === 'rejected' && (error as CallFailure | undefined)?.code === 'network'

/** `initiate` without its types, for entries of any endpoint. */
type Initiate = (args: unknown, options: { subscribe: false; forceRefetch: true }) => UnknownAction

/** After an outage: refetches the queries that failed with a network error or show an earlier answer, and no others. */
export function refetchFailed({ dispatch, getState }: ApiStore): void {
  for (const [queryCacheKey, entry] of Object.entries(getState().api.queries) as [string, Entry | undefined][]) {
    if (!entry || !(isUnanswered(entry) || isEarlierAnswer(queryCacheKey))) continue
    const { initiate } = api.endpoints[entry.endpointName as keyof typeof api.endpoints] as unknown as { initiate: Initiate }
    // No new subscription: mounted components have their own, and unused answers still expire.
    dispatch(initiate(entry.originalArgs, { subscribe: false, forceRefetch: true }))
  }
}
