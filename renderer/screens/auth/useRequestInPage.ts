import { useEffect, useLayoutEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { authClosed, authInPageChanged, type AuthRequest } from '#data/index.ts'

/** For a page that holds the forms of signing in: the last request, which the dialog leaves to it, and how many there were. */
export function useRequestInPage(): { request: AuthRequest | null; count: number } {
  const dispatch = useDispatch()
  const pending = useSelector(({ dialogs }: { dialogs: { auth: AuthRequest | null } }) => dialogs.auth)
  const [taken, setTaken] = useState<{ request: AuthRequest | null; count: number }>({ request: null, count: 0 })
  if (pending && pending !== taken.request) setTaken({ request: pending, count: taken.count + 1 })
  useLayoutEffect(() => {
    dispatch(authInPageChanged(true))
    return () => void dispatch(authInPageChanged(false))
  }, [dispatch])
  useEffect(() => {
    if (pending) dispatch(authClosed())
  }, [pending, dispatch])
  return taken
}
