/** Synchronises the pages of one browser: the session (A4.1) and deletions, in other tabs and in the back/forward cache. */
import { api, contentTags } from '#data/api.ts'
import { onAuthMessage } from '#data/authChannel.ts'
import { holdCalls, releaseCalls } from '#data/client.ts'
import { onDeletionElsewhere } from '#data/deletions.ts'
import { meIn, setMeFromOtherTab } from '#data/session.ts'
import { tryTwice } from '#ui/exit.ts'
import type { Store } from './store.ts'

export function syncTabs(store: Store): () => void {
  const stops = [
    syncSession(store),
    refetchRestored(store),
    onDeletionElsewhere((deletion) => {
      void tryTwice(() => import('./syncDeletion.ts')).then(
        ({ syncDeletion }) => syncDeletion(store, deletion),
        () => undefined,
      )
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A page restored from the back/forward cache may belong to another session by now, and missed the messages of other tabs. */
function refetchRestored({ dispatch }: Store): () => void {
  const refetch = ({ persisted }: PageTransitionEvent) => {
    if (persisted) dispatch(api.util.invalidateTags(['Me', ...contentTags]))
  }
  addEventListener('pageshow', refetch)
  return () => removeEventListener('pageshow', refetch)
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
