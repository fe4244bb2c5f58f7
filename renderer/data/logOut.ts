import { useDispatch } from 'react-redux'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import { useLogoutMutation } from './api.ts'
import { failureMessage } from './failures.ts'
import { endSession, setMe } from './session.ts'

/**
 * Logs out and shows the result as a toast. After a success `leave` is called before the page becomes a visitor's, to
 * navigate away from a screen for members.
 */
export function useLogOut(leave?: () => void): { logOut: () => void; busy: boolean } {
  const dispatch = useDispatch()
  const [logout, { isLoading }] = useLogoutMutation()
  const logOut = async () => {
    const { error } = await endSession(logout)
    if (error) return showToast({ text: failureMessage(error), kind: 'error', now: true })
    leave?.()
    setMe(dispatch, null)
    showToast({ text: t.menu.loggedOut, length: 'short', now: true })
  }
  return { logOut: () => void logOut(), busy: isLoading }
}
