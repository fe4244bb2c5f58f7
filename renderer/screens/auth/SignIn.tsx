import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { messages } from '#contract/messages.ts'
import { runIntent, useMe, type AuthMode } from '#data/index.ts'
import { AuthPane, type AuthPaneProps } from './AuthPane.tsx'
import { useAuthRequestInPage } from './useAuthRequestInPage.ts'

/** The sign-in forms inside a page, in place of content that only members see. They start with the login. */
export function SignIn({ notice, intent, onDone, ...rest }: Omit<AuthPaneProps, 'mode' | 'onMode' | 'prefill' | 'problem'>) {
  const dispatch = useDispatch()
  const { me } = useMe()
  const { request, count } = useAuthRequestInPage()
  const [handledCount, setHandledCount] = useState(0)
  const [mode, setMode] = useState<AuthMode>('login')
  if (count !== handledCount) {
    setHandledCount(count)
    if (request) setMode(request.mode)
  }
  return (
    <AuthPane
      {...rest}
      key={count}
      mode={mode}
      onMode={setMode}
      notice={request?.ended ? messages.sessionEnded : notice}
      intent={request?.intent ?? intent ?? null}
      prefill={{ email: request?.email, resetCode: request?.resetCode }}
      problem={request?.problem === undefined ? null : { network: request.network ?? null, reason: request.problem }}
      onDone={() => {
        onDone()
        if (me && request?.intent) runIntent(dispatch, request.intent)
      }}
    />
  )
}
