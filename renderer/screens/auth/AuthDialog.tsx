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
  /** Null closes it. */
  request: AuthRequest | null
  onClose: () => void
}

/** Log-in and sign-up over the page (A2.3). What the visitor meant to do runs once, when it has faded. */
export default function AuthDialog({ request, onClose }: AuthDialogProps) {
  const dispatch = useDispatch()
  const { me } = useMe()
  const skin = useSkin()
  const pending = useRef(false)
  const onPending = useCallback((value: boolean) => {
    pending.current = value
  }, [])
  // The last request stays in view while the dialog fades.
  const [shown, setShown] = useState(request)
  const [mode, setMode] = useState<AuthMode>(request?.mode ?? 'login')
  const [count, setCount] = useState(0)
  if (request !== null && request !== shown) {
    setShown(request)
    setMode(request.mode)
    setCount(count + 1)
  }
  useEffect(() => {
    if (request?.intent) saveIntent(request.intent)
  }, [request])
  const open = request !== null
  useEffect(() => {
    if (open && skin) setFollowCookies(skin)
  }, [open, skin])
  if (!shown) return null
  return (
    <Dialog
      open={open}
      white={skin?.white}
      // Whoever closes it has thought better of it.
      onClose={() => {
        if (me === null) {
          deleteIntent()
          clearSignupCookies()
        }
        onClose()
      }}
      canClose={() => !pending.current}
      closable={mode !== 'getEmail'}
      onClosed={() => {
        setShown(null)
        if (me === null) return
        const intent = takeIntent() ?? shown.intent
        if (intent) runIntent(dispatch, intent)
      }}
      title={t.auth.dialog}
      hideTitle
    >
      <AuthPane
        key={count}
        mode={mode}
        onMode={setMode}
        onPending={onPending}
        onDone={onClose}
        onLeave={onClose}
        heading="h2"
        notice={shown.ended ? messages.sessionEnded : undefined}
        intent={shown.intent}
        prefill={{ email: shown.email, resetCode: shown.resetCode }}
        problem={shown.problem === undefined ? null : { network: shown.network ?? null, reason: shown.problem }}
      />
    </Dialog>
  )
}
