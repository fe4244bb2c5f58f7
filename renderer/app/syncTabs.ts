/** Tabs of one browser: they agree on whose the session is (A4.1), and on what was deleted. */
import { player } from '#player/index.ts'
import { api, filters } from '#data/api.ts'
import { onAuthNews } from '#data/authChannel.ts'
import { holdCalls, releaseCalls } from '#data/client.ts'
import { onDeletionElsewhere, type Deletion } from '#data/deletions.ts'
import { purgeUnused } from '#data/purge.ts'
import { meIn, setMeFromOtherTab } from '#data/session.ts'
import { dropBead } from '#host/syncQueueWithPosts.ts'
import type { Store } from './store.ts'

type Followed = Pick<Store, 'dispatch' | 'getState'>

export function agreeWithTabs(store: Store): () => void {
  const stops = [followSession(store), onDeletionElsewhere((deletion) => void followDeletion(store, deletion).catch(() => undefined))]
  return () => {
    for (const stop of stops) stop()
  }
}

function followSession({ dispatch, getState }: Store): () => void {
  return onAuthNews((news) => {
    const me = meIn(getState())
    if (news.about === 'signingOut' && me) holdCalls()
    if (news.about === 'staysSignedIn') releaseCalls(false)
    if (news.about === 'signedOut' && me) setMeFromOtherTab(dispatch, null)
    if (news.about !== 'signedIn' || news.uid === me?.uid) return
    void dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false })).then(
      ({ data }) => data && setMeFromOtherTab(dispatch, data),
    )
  })
}

/** What another tab deleted leaves lists, the cache and the queue of this one. A page that shows it stays until it is left. */
export async function followDeletion(store: Followed, { kind, id }: Deletion): Promise<void> {
  const { dispatch, getState } = store
  const { beadDeleted, deleted } = await import('#data/listSync.ts')
  const watched = { dispatch, state: getState() }
  if (kind === 'post') {
    deleted(watched, id)
    dispatch(player.dropPost(id))
  } else {
    beadDeleted(watched, id)
    dropBead(store, id)
  }
  purgeUnused(store)
  dispatch(api.util.invalidateTags([filters, 'Beads', 'Member', ...(kind === 'post' ? (['Bead'] as const) : [])]))
}
