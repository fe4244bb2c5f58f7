import { useCallback, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { messages } from '../../../server/contract/messages.ts'
import { runIntent, useMe, type AuthMode, type Intent } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AuthForm } from './AuthForm.tsx'

interface AuthDialogProps {
  /** Null closes it. */
  request: { mode: AuthMode; intent: Intent | null; ended: boolean } | null
  onClose: () => void
}

/** Log-in and sign-up over the page (A2.3). What the visitor meant to do runs once, when it has faded. */
export default function AuthDialog({ request, onClose }: AuthDialogProps) {
  const dispatch = useDispatch()
  const { me } = useMe()
  const pending = useRef(false)
  const onPending = useCallback((value: boolean) => {
    pending.current = value
  }, [])
  // The last request stays in view while the dialog fades.
  const [shown, setShown] = useState(request)
  const [mode, setMode] = useState<AuthMode>(request?.mode ?? 'login')
  if (request !== null && request !== shown) {
    setShown(request)
    setMode(request.mode)
  }
  if (!shown) return null
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      canClose={() => !pending.current}
      onClosed={() => {
        setShown(null)
        if (me && shown.intent) runIntent(dispatch, shown.intent)
      }}
      title={t.auth.dialog}
      hideTitle
    >
      <AuthForm mode={mode} onMode={setMode} onPending={onPending} onDone={onClose} heading="h2" notice={shown.ended ? messages.sessionEnded : undefined} />
    </Dialog>
  )
}
