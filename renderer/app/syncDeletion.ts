import { player } from '#player/index.ts'
import { api, filters } from '#data/api.ts'
import type { Deletion } from '#data/deletions.ts'
import { syncDeletedBead, syncDeletedPost } from '#data/listSync.ts'
import { purgeUnused } from '#data/purge.ts'
import { dropBead } from '#host/syncQueueWithPosts.ts'
import type { Store } from './store.ts'

/**
 * Removes an item that was deleted in another tab, or on the admin page, from the lists, the cache and the queue. A page that shows the item
 * keeps showing it until the user leaves the page.
 */
export function syncDeletion(store: Pick<Store, 'dispatch' | 'getState'>, { kind, id }: Deletion): void {
  const { dispatch, getState } = store
  const context = { dispatch, state: getState() }
  if (kind === 'post') {
    syncDeletedPost(context, id)
    dispatch(player.dropPost(id))
  } else {
    syncDeletedBead(context, id)
    dropBead(store, id)
  }
  purgeUnused(store)
  dispatch(api.util.invalidateTags([filters, 'Beads', 'Member', ...(kind === 'post' ? (['Bead'] as const) : [])]))
}
