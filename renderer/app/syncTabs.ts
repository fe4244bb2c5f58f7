/** Synchronises this page with other tabs, also after the back/forward cache: the session (A4.1) and deletions, those on the admin page too. */
import { api, contentTags } from '#data/api.ts'
import { onAuthMessage } from '#data/authChannel.ts'
import { pauseCalls, resumeCalls } from '#data/client.ts'
import { onDeletion } from '#data/deletions.ts'
import { meIn } from '#data/api.ts'
import { setMeFromOtherTab } from '#data/session.ts'
import { tryTwice } from '#ui/exit.ts'
import type { Store } from './store.ts'

export function syncTabs(store: Store): () => void {
  const stops = [
    syncSession(store),
    refetchRestored(store),
    onDeletion((deletion) => {
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

/** A page in the back/forward cache misses the messages of other tabs, and its session may end: refetch everything. */
function refetchRestored({ dispatch }: Store): () => void {
  const refetch = ({ persisted }: PageTransitionEvent) => {
    if (persisted) dispatch(api.util.invalidateTags(['Me', ...contentTags]))
  }
  addEventListener('pageshow', refetch)
  return () => removeEventListener('pageshow', refetch)
}

/** Follows log-ins and log-outs of other tabs. `signingOut` holds this tab's requests until the outcome is known. */
function syncSession({ dispatch, getState }: Store): () => void {
  return onAuthMessage((message) => {
    const me = meIn(getState())
    if (message.about === 'signingOut' && me) pauseCalls()
    if (message.about === 'staysSignedIn') resumeCalls(false)
    if (message.about === 'signedOut' && me) setMeFromOtherTab(dispatch, null)
    if (message.about !== 'signedIn' || message.uid === me?.uid) return
    void dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false })).then(
      ({ data }) => data && setMeFromOtherTab(dispatch, data),
    )
  })
}
