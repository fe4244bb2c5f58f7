/** Synchronises the tabs of one browser: the session (A4.1) and deletions. */
import { player } from '#player/index.ts'
import { api, filters } from '#data/api.ts'
import { onAuthMessage } from '#data/authChannel.ts'
import { holdCalls, releaseCalls } from '#data/client.ts'
import { onDeletionElsewhere, type Deletion } from '#data/deletions.ts'
import { purgeUnused } from '#data/purge.ts'
import { meIn, setMeFromOtherTab } from '#data/session.ts'
import { dropBead } from '#host/syncQueueWithPosts.ts'
import type { Store } from './store.ts'

type SyncedStore = Pick<Store, 'dispatch' | 'getState'>

export function syncTabs(store: Store): () => void {
  const stops = [syncSession(store), onDeletionElsewhere((deletion) => void syncDeletion(store, deletion).catch(() => undefined))]
  return () => {
    for (const stop of stops) stop()
  }
}

function syncSession({ dispatch, getState }: Store): () => void {
  return onAuthMessage((message) => {
    const me = meIn(getState())
    if (message.about === 'signingOut' && me) holdCalls()
    if (message.about === 'staysSignedIn') releaseCalls(false)
    if (message.about === 'signedOut' && me) setMeFromOtherTab(dispatch, null)
    if (message.about !== 'signedIn' || message.uid === me?.uid) return
    void dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false })).then(
      ({ data }) => data && setMeFromOtherTab(dispatch, data),
    )
  })
}

/** Removes what another tab deleted from lists, the cache and the queue. A page that shows it stays until it is left. */
export async function syncDeletion(store: SyncedStore, { kind, id }: Deletion): Promise<void> {
  const { dispatch, getState } = store
  const { syncDeletedBead, syncDeletedPost } = await import('#data/listSync.ts')
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
