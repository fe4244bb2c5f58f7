import type { Middleware } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { ApiStore } from './cachePatches.ts'
import { shareDeletion } from './deletions.ts'
import type { Watched } from './listSync.ts'

type ListSync = typeof import('./listSync.ts')
type Update = (lists: ListSync, watched: Watched) => void

/** How cached lists change after the mutation that `action` fulfils; null for other actions. */
function updateAfter(action: unknown): Update | null {
  const { addPost, editPost, deletePost, editBead, deleteBead } = api.endpoints
  if (addPost.matchFulfilled(action)) return ({ added }, watched) => added(watched, action.payload.post)
  if (editPost.matchFulfilled(action)) return ({ edited }, watched) => edited(watched, action.payload.post)
  if (editBead.matchFulfilled(action)) return ({ beadEdited }, watched) => beadEdited(watched, action.payload.data)
  if (deletePost.matchFulfilled(action)) {
    const { id } = action.meta.arg.originalArgs.params
    shareDeletion({ kind: 'post', id })
    return ({ deleted }, watched) => deleted(watched, id)
  }
  if (deleteBead.matchFulfilled(action)) {
    const { id } = action.meta.arg.originalArgs.params
    shareDeletion({ kind: 'bead', id })
    return ({ beadDeleted }, watched) => beadDeleted(watched, id)
  }
  return null
}

/** Updates cached lists after mutations (N5). Its code is loaded with the first one. */
export const syncLists: Middleware =
  ({ dispatch, getState }: ApiStore) =>
  (next) =>
  (action) => {
    const result = next(action)
    const update = updateAfter(action)
    if (update) void import('./listSync.ts').then((lists) => update(lists, { dispatch, state: getState() }))
    return result
  }
