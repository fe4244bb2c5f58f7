import type { Dispatch } from '@reduxjs/toolkit'
import type { ApiState } from '#data/cachePatches.ts'
import type { WithPlayer } from '#player/index.ts'

/** The part of the app's store that the host uses. */
export interface HostStore {
  dispatch: Dispatch
  getState(): ApiState & WithPlayer
  subscribe(listener: () => void): () => void
}
