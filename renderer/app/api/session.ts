/** Who is signed in, and what signing in and out does to everything else on the page. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Dispatch } from '@reduxjs/toolkit'
import type { Me } from '../../../server/contract/schemas.ts'
import { api, contentTags, useMeQuery } from './api.ts'
import { addPostOpened, authOpened, commentAsked, creatorOpened, type DialogsState } from './dialogs.ts'
import type { ApiDispatch } from './cached.ts'
import type { Intent } from './intents.ts'

/** Records who is signed in now, and asks again for what is on the page where that is somebody else. */
export function setMe(dispatch: Dispatch, me: Me | null): void {
  dispatch(api.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]))
  dispatch(api.util.invalidateTags(contentTags))
}

/** The signed-in member; null for a visitor, and while that is not known yet (`loading`). */
export function useMe(): { me: Me | null; loading: boolean } {
  const { data = null, isLoading } = useMeQuery()
  return { me: data, loading: isLoading }
}

export function runIntent(dispatch: Dispatch, intent: Intent): void {
  switch (intent.type) {
    case 'startbead':
      dispatch(creatorOpened())
      break
    case 'addpost':
      dispatch(addPostOpened({ bead: intent.id ?? null, link: intent.link ?? null }))
      break
    case 'comment':
      dispatch(commentAsked(intent.id))
      break
    case 'collect':
    case 'followbead':
    case 'followmember':
    case 'followtag':
      void relate(dispatch, intent)
  }
}

type Relating = Extract<Intent, { type: 'collect' | 'followbead' | 'followmember' | 'followtag' }>

async function relate(dispatch: Dispatch, { type, id }: Relating): Promise<void> {
  const { collectAs, followBeadAs, followMemberAs, followTagAs } = await import('./relations.ts')
  const run = { collect: collectAs, followbead: followBeadAs, followmember: followMemberAs, followtag: followTagAs }[type]
  ;(dispatch as ApiDispatch)((own, getState) => {
    const me = api.endpoints.me.select()(getState()).data
    if (me) run(own, me.uid, id)
  })
}

/** Calls back when a visitor who wanted to comment on this post has signed in. */
export function useCommentAsked(postId: string, act: () => void): void {
  const dispatch = useDispatch()
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
  return (intent) => {
    if (me) runIntent(dispatch, intent)
    else dispatch(authOpened({ mode: 'signup', intent }))
  }
}
