/**
 * Elements for members only, marked `data-force-login="collect/{id}"`: a visitor's click opens the sign-up dialog with that intent
 * (A4.2). One capturing listener runs before all others; activation by keyboard is a click too.
 */
import { authOpened } from '#data/dialogs.ts'
import { parseIntent } from '#data/intents.ts'
import { meIn } from '#data/session.ts'
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
