/** After a time without a network: everything that failed for the want of one is asked again, and nothing else. */
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { CallFailure } from './client.ts'
import type { ApiStore } from './cachePatches.ts'

interface Entry {
  status: string
  endpointName?: string
  originalArgs?: unknown
  error?: unknown
}

const isUnanswered = ({ status, error }: Entry): boolean => status === 'rejected' && (error as CallFailure | undefined)?.code === 'network'

/** The table of endpoints says which takes what; a list of entries of all of them cannot. */
type Initiate = (args: unknown, options: { subscribe: false; forceRefetch: true }) => UnknownAction

export function askAgain({ dispatch, getState }: ApiStore): void {
  for (const entry of Object.values(getState().api.queries) as (Entry | undefined)[]) {
    if (!entry || !isUnanswered(entry)) continue
    const { initiate } = api.endpoints[entry.endpointName as keyof typeof api.endpoints] as unknown as { initiate: Initiate }
    // Who shows it is subscribed already; what nobody shows any more is forgotten as usual.
    dispatch(initiate(entry.originalArgs, { subscribe: false, forceRefetch: true }))
  }
}
