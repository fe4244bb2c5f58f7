/** Who is signed in, and what signing in and out does to everything else on the page. */
import { useDispatch } from 'react-redux'
import type { Dispatch } from '@reduxjs/toolkit'
import type { Me } from '../../../server/contract/schemas.ts'
import { api, contentTags, useMeQuery } from './api.ts'
import { addPostOpened, authOpened, creatorOpened } from './dialogs.ts'
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
  if (intent.type === 'startbead') dispatch(creatorOpened())
  else dispatch(addPostOpened({ bead: intent.id ?? null }))
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
