/** Who is signed in, and what signing in and out does to everything else on the page. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Dispatch, Middleware } from '@reduxjs/toolkit'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { navigate } from '#navigation/history.ts'
import { keepDraftsOf } from './draftsOwner.ts'
import { api, contentTags, useMeQuery } from './api.ts'
import { tellTabs } from './authChannel.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { holdCalls, onRefusal, releaseCalls } from './client.ts'
import { addPostOpened, authOpened, commentAsked, creatorOpened, sessionEnded, type DialogsState } from './dialogs.ts'
import type { Intent } from './intents.ts'
import { forgetMember } from './clearMemberData.ts'
import { isRefused, type PrivilegedAct } from './privileges.ts'
import { useSite } from './site.ts'

/** Records who is signed in now, and asks again for what is on the page where that is somebody else. */
export function setMe(dispatch: Dispatch, me: Me | null): void {
  setMeFromOtherTab(dispatch, me)
  tellTabs(me ? { about: 'signedIn', uid: me.uid } : { about: 'signedOut' })
}

/** The same, where another tab knew it first. */
export function setMeFromOtherTab(dispatch: Dispatch, me: Me | null): void {
  const refetch = (): unknown => dispatch(api.util.invalidateTags(contentTags))
  if (me) keepDraftsOf(me.uid)
  else releaseCalls(true)
  dispatch(api.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]))
  if (me) refetch()
  // In the next task, when the member's own parts have unmounted: refetching their queries would answer 401.
  else setTimeout(refetch)
}

/**
 * Ends the session by `request`. Until then no tab of this browser sends anything else, so that none takes the end of the session
 * for a failure. After a success the caller makes the page a visitor's by `setMe(dispatch, null)`.
 */
export async function endSession<T extends { error?: unknown }>(request: () => PromiseLike<T>): Promise<T> {
  holdCalls()
  tellTabs({ about: 'signingOut' })
  const answer = await request()
  if (answer.error !== undefined) {
    releaseCalls(false)
    tellTabs({ about: 'staysSignedIn' })
  }
  return answer
}

/** Undefined while that is not known yet. */
export const meIn = (state: unknown): Me | null | undefined => api.endpoints.me.select()(state as never).data

/** The signed-in member; null for a visitor, and while that is not known (`loading`), as it is not where a page starts without a network. */
export function useMe(): { me: Me | null; loading: boolean } {
  const { data } = useMeQuery()
  return { me: data ?? null, loading: data === undefined }
}

/** What a member needs a privilege for (W6). */
const privileged: Partial<Record<Intent['type'], PrivilegedAct>> = {
  startbead: 'startBead',
  addpost: 'addPost',
  repost: 'repost',
  followmember: 'follow',
  followbead: 'follow',
  followtag: 'follow',
}

/** Any call may find out that the session is over, the player's too (A4.1). */
export function watchSession({ dispatch, getState }: { dispatch: Dispatch; getState: () => unknown }): void {
  onRefusal((key, { status, invalidSession }) => {
    // Logged out in another tab, the cookie is gone: the server sees a visitor where this page shows a member.
    const me = meIn(getState())
    const unknown = status === 401 && key !== 'GET /api/v0/me' && me != null
    // Several calls may find out; a page that is a visitor's already has nothing to end.
    if ((invalidSession && me !== null) || unknown) dispatch(sessionEnded())
  })
}

/** An ended session makes the page anonymous; and a member is asked neither to sign up nor to log in (A4.2). */
export const sessionRules: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    if (authOpened.match(action) && meIn(getState()) != null) {
      const { mode, intent } = action.payload
      if (mode === 'signup' || mode === 'login') return intent && runIntent(dispatch, intent)
    }
    const result = next(action)
    if (sessionEnded.match(action)) {
      setMe(dispatch, null)
      forgetMember()
    }
    return result
  }

export function runIntent(dispatch: Dispatch, intent: Intent): void {
  const act = privileged[intent.type]
  if (act && (dispatch as ApiDispatch)((_, getState) => isRefused(api.endpoints.me.select()(getState()).data, act))) return
  switch (intent.type) {
    case 'startbead':
      dispatch(creatorOpened())
      break
    case 'addpost':
      dispatch(addPostOpened({ bead: intent.id ?? null, link: intent.link ?? null }))
      break
    case 'comment':
      dispatch(commentAsked(intent.id))
      if (composers.includes(intent.id) || location.pathname.endsWith(intent.id)) break
      // Nothing here asks for a comment on it; the post's own page does.
      navigate(`/${intent.id}`)
      break
    case 'tvosconnect':
      // The page of the television goes on by itself.
      break
    default:
      void import('./intentHandlers.ts').then(({ act }) => {
        const uid = (dispatch as ApiDispatch)((_own, getState) => meIn(getState())?.uid)
        return act(dispatch as ApiDispatch, uid, intent)
      })
  }
}

/** The posts that can be commented on where one is; one that two places show is there twice. */
const composers: string[] = []

/** Calls back when this post is to be commented on: by a visitor who has signed in for it, or from a button elsewhere. */
export function useCommentAsked(postId: string, act: () => void): void {
  const dispatch = useDispatch()
  useEffect(() => {
    composers.push(postId)
    return () => void composers.splice(composers.indexOf(postId), 1)
  }, [postId])
  const asked = useSelector(({ dialogs }: { dialogs: DialogsState }) => dialogs.comment === postId)
  useEffect(() => {
    if (!asked) return
    dispatch(commentAsked(null))
    act()
  })
}

/** Does at once for a member what a visitor is first asked to sign in for. */
export function useIntent(): (intent: Intent) => void {
  const dispatch = useDispatch()
  const { me } = useMe()
  const { readOnly } = useSite()
  return (intent) => {
    if (readOnly) showToast({ text: t.common.readOnly, kind: 'error', now: true })
    else if (me) runIntent(dispatch, intent)
    else dispatch(authOpened({ mode: 'signup', intent }))
  }
}
