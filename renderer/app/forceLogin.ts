/**
 * Elements with the attribute `data-force-login` are for members only: a visitor's click opens the sign-up dialog
 * instead (A4.2). The value, such as `collect/{id}`, is the intent that runs after signing in. The listener captures,
 * so that it runs before those of the element. Activation by keyboard fires a click too.
 */
import { authOpened } from '#data/dialogs.ts'
import { parseIntent } from '#data/intents.ts'
import { meIn } from '#data/api.ts'
import type { Store } from './store.ts'

export function forceLogin(document: Document, { dispatch, getState }: Store): void {
  document.addEventListener(
    'click',
    (event) => {
      const marked = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-force-login]') : null
      if (!marked || meIn(getState()) != null) return
      event.preventDefault()
      event.stopPropagation()
      const intent = parseIntent(marked.dataset['forceLogin'] ?? '')
      dispatch(authOpened({ mode: 'signup', ...(intent && { intent }) }))
    },
    { capture: true },
  )
}
