/** Handles the parameters of links from mails and social networks, once after the page has loaded. */
import type { Me } from '#contract/schemas.ts'
import {
  authOpened,
  failureMessage,
  lacksEmail,
  recentlySignedUp,
  runIntent,
  takeIntent,
  track,
  type ApiDispatch,
  type Arrival,
  siteIn,
} from '#data/index.ts'
import { recoveryApi } from '#data/recovery.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

/**
 * Opens the form or the message that the parameters request, verifies an e-mail address, or runs the stored intent of a
 * member. `arrival`: the parameters, null without any.
 */
export function handleArrival(dispatch: ApiDispatch, arrival: Arrival | null, me: Me | null): void {
  const { email, resetCode, resetPassword, verifyCode, connected, problem, network } = arrival ?? {}
  const prefill = email === undefined ? {} : { email }
  if (resetCode !== undefined) dispatch(authOpened({ mode: 'resetPassword', resetCode, ...prefill }))
  else if (resetPassword) dispatch(authOpened({ mode: 'forgotPassword', ...prefill }))
  else if (verifyCode !== undefined) void verify(dispatch, verifyCode)
  else if (problem !== undefined && me === null) dispatch(authOpened({ mode: 'login', problem, ...(network !== undefined && { network }) }))
  else if (me !== null) {
    if (connected !== undefined) track(recentlySignedUp(me) ? 'signup' : 'login', { type: connected })
    continueAsMember(dispatch, me, connected !== undefined)
  }
}

/**
 * After a sign-in or a reload: prompts for a missing e-mail address, shows the welcome, or runs the stored intent.
 * `isBack`: whether the member returns from a network. The dialogs run the intent when they close.
 */
function continueAsMember(dispatch: ApiDispatch, me: Me, isBack: boolean): void {
  // Read-only sites cannot save an address, and that dialog cannot be closed.
  const readOnly = dispatch((_, getState) => siteIn(getState())?.readOnly === true)
  if (lacksEmail(me) && !readOnly) dispatch(authOpened({ mode: 'getEmail' }))
  else if (isBack) dispatch(authOpened({ mode: 'welcome' }))
  else {
    const intent = takeIntent()
    if (intent) runIntent(dispatch, intent)
  }
}

/** Verifies the member's e-mail address with the key of the mail. */
async function verify(dispatch: ApiDispatch, key: string): Promise<void> {
  const { error } = await dispatch(recoveryApi.endpoints.verifyEmail.initiate({ body: { key } }, { track: false }))
  if (error === undefined) showToast({ text: t.auth.verified })
  else showToast({ text: failureMessage(error), kind: 'error', now: true })
}
