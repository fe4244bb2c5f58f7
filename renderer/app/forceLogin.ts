/**
 * Elements that only a member may use, marked `data-force-login="collect/{id}"`, wherever they stand: a visitor's
 * press opens the sign-up with that intention instead (A4.2). One listener, before any other hears of the press; a
 * key that presses them is a click like any.
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
