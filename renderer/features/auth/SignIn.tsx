import { useState } from 'react'
import type { AuthMode } from '../../app/api/index.ts'
import { AuthPane, type AuthPaneProps } from './AuthPane.tsx'

/** The forms in place of what only a member sees. They begin with the log-in. */
export function SignIn(props: Omit<AuthPaneProps, 'mode' | 'onMode'>) {
  const [mode, setMode] = useState<AuthMode>('login')
  return <AuthPane {...props} mode={mode} onMode={setMode} />
}
