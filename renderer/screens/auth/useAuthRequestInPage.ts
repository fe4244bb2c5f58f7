import { useEffect, useLayoutEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { authClosed, authInPageChanged, type AuthRequest } from '#data/index.ts'

/**
 * For pages that contain the sign-in forms: takes over the requests that would open the sign-in dialog. `request` is
 * the latest one; `count` is their number, so that the caller recognises a new one.
 */
export function useAuthRequestInPage(): { request: AuthRequest | null; count: number } {
  const dispatch = useDispatch()
  const pending = useSelector(({ dialogs }: { dialogs: { auth: AuthRequest | null } }) => dialogs.auth)
  const [latest, setLatest] = useState<{ request: AuthRequest | null; count: number }>({ request: null, count: 0 })
  if (pending && pending !== latest.request) setLatest({ request: pending, count: latest.count + 1 })
  useLayoutEffect(() => {
    dispatch(authInPageChanged(true))
    return () => void dispatch(authInPageChanged(false))
  }, [dispatch])
  // The request is taken over, so the dialog must not open with it later.
  useEffect(() => {
    if (pending) dispatch(authClosed())
  }, [pending, dispatch])
  return latest
}
