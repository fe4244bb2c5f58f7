import type { Middleware } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { ApiStore } from './cachePatches.ts'
import { shareDeletion } from './deletions.ts'
import type { CacheContext } from './listSync.ts'

type ListSync = typeof import('./listSync.ts')
type Update = (lists: ListSync, context: CacheContext) => void

/** How cached lists change after the mutation that `action` fulfils; null for other actions. */
function updateAfter(action: unknown): Update | null {
  const { addPost, editPost, deletePost, editBead, deleteBead } = api.endpoints
  if (addPost.matchFulfilled(action)) return ({ syncAddedPost }, context) => syncAddedPost(context, action.payload.post)
  if (editPost.matchFulfilled(action)) return ({ syncEditedPost }, context) => syncEditedPost(context, action.payload.post)
  if (editBead.matchFulfilled(action)) return ({ syncEditedBead }, context) => syncEditedBead(context, action.payload.data)
  if (deletePost.matchFulfilled(action)) {
    const { id } = action.meta.arg.originalArgs.params
    shareDeletion({ kind: 'post', id })
    return ({ syncDeletedPost }, context) => syncDeletedPost(context, id)
  }
  if (deleteBead.matchFulfilled(action)) {
    const { id } = action.meta.arg.originalArgs.params
    shareDeletion({ kind: 'bead', id })
    return ({ syncDeletedBead }, context) => syncDeletedBead(context, id)
  }
  return null
}

/** Updates cached lists after mutations (N5). The code that does so is loaded with the first mutation. */
export const syncLists: Middleware =
  ({ dispatch, getState }: ApiStore) =>
  (next) =>
  (action) => {
    const result = next(action)
    const update = updateAfter(action)
    if (update) void import('./listSync.ts').then((lists) => update(lists, { dispatch, state: getState() }))
    return result
  }
