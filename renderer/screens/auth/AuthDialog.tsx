import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { messages } from '#contract/messages.ts'
import { deleteIntent, saveIntent, runIntent, takeIntent, useMe, type AuthMode, type AuthRequest } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { setFollowCookies, useSkin } from '#widgets/skin/index.ts'
import { AuthPane } from './AuthPane.tsx'
import { clearSignupCookies } from './signupCookies.ts'

interface AuthDialogProps {
  /** Null closes the dialog. */
  request: AuthRequest | null
  onClose: () => void
}

/**
 * The dialog for login and sign-up (A2.3). The intent of the request is stored when the dialog opens, and runs once,
 * after the closing animation, if the visitor has signed in.
 */
export default function AuthDialog({ request, onClose }: AuthDialogProps) {
  const dispatch = useDispatch()
  const { me } = useMe()
  const skin = useSkin()
  // Whether a request is running: the dialog cannot be closed then.
  const isPending = useRef(false)
  const onPending = useCallback((value: boolean) => {
    isPending.current = value
  }, [])
  // Stays set after `request` becomes null, until the closing animation ends.
  const [lastRequest, setLastRequest] = useState(request)
  const [mode, setMode] = useState<AuthMode>(request?.mode ?? 'login')
  const [openCount, setOpenCount] = useState(0)
  if (request !== null && request !== lastRequest) {
    setLastRequest(request)
    setMode(request.mode)
    setOpenCount(openCount + 1)
  }
  useEffect(() => {
    if (request?.intent) saveIntent(request.intent)
  }, [request])
  const open = request !== null
  useEffect(() => {
    if (open && skin) setFollowCookies(skin)
  }, [open, skin])
  if (!lastRequest) return null
  return (
    <Dialog
      open={open}
      white={skin?.white}
      // Closing without signing in discards the intent.
      onClose={() => {
        if (me === null) {
          deleteIntent()
          clearSignupCookies()
        }
        onClose()
      }}
      canClose={() => !isPending.current}
      // A new member without an e-mail address must enter one.
      closable={mode !== 'getEmail'}
      onClosed={() => {
        setLastRequest(null)
        if (me === null) return
        const intent = takeIntent() ?? lastRequest.intent
        if (intent) runIntent(dispatch, intent)
      }}
      title={t.auth.dialog}
      hideTitle
    >
      <AuthPane
        key={openCount}
        mode={mode}
        onMode={setMode}
        onPending={onPending}
        onDone={onClose}
        onLeave={onClose}
        heading="h2"
        notice={lastRequest.ended ? messages.sessionEnded : undefined}
        intent={lastRequest.intent}
        prefill={{ email: lastRequest.email, resetCode: lastRequest.resetCode }}
        problem={lastRequest.problem === undefined ? null : { network: lastRequest.network ?? null, reason: lastRequest.problem }}
      />
    </Dialog>
  )
}
