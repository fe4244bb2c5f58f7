/** Several tabs of one browser have one session: they agree on whose it is (A4.1). */
import { api } from './api/api.ts'
import { onAuthNews } from './api/authChannel.ts'
import { holdCalls, releaseCalls } from './api/client.ts'
import { meIn, noteMe } from './api/session.ts'
import type { Store } from './store.ts'

export function agreeWithTabs({ dispatch, getState }: Store): () => void {
  return onAuthNews((news) => {
    const me = meIn(getState())
    if (news.about === 'signingOut' && me) holdCalls()
    if (news.about === 'staysSignedIn') releaseCalls(false)
    if (news.about === 'signedOut' && me) noteMe(dispatch, null)
    if (news.about !== 'signedIn' || news.uid === me?.uid) return
    void dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false })).then(({ data }) => data && noteMe(dispatch, data))
  })
}
