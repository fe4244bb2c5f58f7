/** The session, and the effects of signing in and out on the rest of the page. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Dispatch, Middleware } from '@reduxjs/toolkit'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { navigate } from '#navigation/history.ts'
import { clearDraftsOfOthers } from './draftsOwner.ts'
import { api, contentTags, meIn, useMeQuery, useSiteQuery } from './api.ts'
import { postAuthMessage } from './authChannel.ts'
import type { ApiDispatch, ApiState } from './cachePatches.ts'
import { pauseCalls, onRefusal, resumeCalls } from './client.ts'
import { addPostOpened, authOpened, commentRequested, creatorOpened, sessionEnded, type DialogsState } from './dialogs.ts'
import type { Intent } from './intents.ts'
import { clearMemberData } from './clearMemberData.ts'
import { forgetAnswers } from './offlineAnswers.ts'
import { reportRefusal, type PrivilegedAction } from './privileges.ts'
import { useSite } from './site.ts'

/** Sets the signed-in member, refetches content that depends on the viewer, and notifies other tabs. */
export function setMe(dispatch: Dispatch, me: Me | null): void {
  setMeFromOtherTab(dispatch, me)
  postAuthMessage(me ? { about: 'signedIn', uid: me.uid } : { about: 'signedOut' })
}

/** `setMe` without notifying other tabs, for a change that another tab has reported. */
export function setMeFromOtherTab(dispatch: Dispatch, me: Me | null): void {
  const refetch = (): unknown => dispatch(api.util.invalidateTags(contentTags))
  forgetAnswers()
  if (me) clearDraftsOfOthers(me.uid)
  else resumeCalls(true)
  dispatch(api.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]))
  if (me) refetch()
  // In the next task, after components for members have unmounted: refetching their queries would fail with 401.
  else setTimeout(refetch)
}

/**
 * Ends the session by `request`. All tabs hold their requests until it is answered, so that none fails with 401. After
 * a success the caller calls `setMe(dispatch, null)`.
 */
export async function endSession<T extends { error?: unknown }>(request: () => PromiseLike<T>): Promise<T> {
  pauseCalls()
  postAuthMessage({ about: 'signingOut' })
  const answer = await request()
  if (answer.error !== undefined) {
    resumeCalls(false)
    postAuthMessage({ about: 'staysSignedIn' })
  }
  return answer
}

/** The signed-in member; null for a visitor and while unknown (`loading`), as on a page that starts offline. */
export function useMe(): { me: Me | null; loading: boolean } {
  const data = useSelector(meIn)
  return { me: data ?? null, loading: data === undefined }
}

/** Requests the member and the site's settings if they are unknown, and when they change: once per page, for `useMe` and `useSite`. */
export function useSession(): void {
  useMeQuery()
  useSiteQuery()
}

/** The privileges that intents need (W6). */
const requiredPrivileges: Partial<Record<Intent['type'], PrivilegedAction>> = {
  startbead: 'startBead',
  addpost: 'addPost',
  repost: 'repost',
  followmember: 'follow',
  followbead: 'follow',
  followtag: 'follow',
}

/** Detects an ended session from any error answer, including those to the player's requests (A4.1). */
export function watchSession({ dispatch, getState }: { dispatch: Dispatch; getState(): ApiState }): void {
  onRefusal((key, { status, code, invalidSession }) => {
    // The page shows why, and offers no further changes.
    if (code === 'suspended') dispatch(api.util.invalidateTags(['Me']))
    // After a log-out in another tab the cookie is gone: the server sees a visitor where this page shows a member.
    const me = meIn(getState())
    const unknown = status === 401 && key !== 'GET /api/v0/me' && me != null
    // Once: several requests may reveal it, and after the first the page is a visitor's.
    if ((invalidSession && me !== null) || unknown) dispatch(sessionEnded())
  })
}

/**
 * An ended session turns the page into a visitor's. If a sign-up or log-in dialog is requested although a member is
 * signed in, its intent runs instead (A4.2).
 */
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
      clearMemberData()
    }
    return result
  }

/** Runs an intent for the signed-in member, unless a privilege is missing. */
export function runIntent(dispatch: Dispatch, intent: Intent): void {
  const action = requiredPrivileges[intent.type]
  if (action && (dispatch as ApiDispatch)((_, getState) => reportRefusal(meIn(getState()), action))) return
  switch (intent.type) {
    case 'startbead':
      dispatch(creatorOpened())
      break
    case 'addpost':
      dispatch(addPostOpened({ bead: intent.id ?? null, link: intent.link ?? null, shared: intent.shared ?? null }))
      break
    case 'comment':
      dispatch(commentRequested(intent.id))
      if (composers.includes(intent.id) || location.pathname.endsWith(intent.id)) break
      // This page has no comment field for the post: open the post's own page.
      navigate(`/${intent.id}`)
      break
    case 'tvosconnect':
      // The page that connects a television continues by itself.
      break
    default:
      void import('./intentHandlers.ts').then(({ handleIntent }) => {
        const uid = (dispatch as ApiDispatch)((_, getState) => meIn(getState())?.uid)
        return handleIntent(dispatch as ApiDispatch, uid, intent)
      })
  }
}

/** Ids of the posts on which the page offers comments. A post that is shown twice is listed twice. */
const composers: string[] = []

/** The calling component has a field for comments on this post, or gets one after a sign-in. */
export function useOffersComments(postId: string): void {
  useEffect(() => {
    composers.push(postId)
    return () => void composers.splice(composers.indexOf(postId), 1)
  }, [postId])
}

/** Calls `action` when a comment on this post is requested: after a visitor's sign-in, or by a button elsewhere. */
export function useCommentRequest(postId: string, action: () => void): void {
  const dispatch = useDispatch()
  const isRequested = useSelector(({ dialogs }: { dialogs: DialogsState }) => dialogs.comment === postId)
  useEffect(() => {
    if (!isRequested) return
    dispatch(commentRequested(null))
    action()
  })
}

/** Runs an intent at once for a member; opens the sign-up dialog for a visitor. */
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
