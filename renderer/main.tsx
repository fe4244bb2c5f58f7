import './app/polyfills.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/base.css'
import { App } from './app/App.tsx'
import { takeArrival } from '#data/arrival.ts'
import { call } from '#data/client.ts'
import { sessionEnded } from '#data/dialogs.ts'
import { hasEndedSession, memberIn, preload, preloadedAnswers, dropStaleAnswers } from '#data/preload.ts'
import { finishPopup, resumeAfterLoad } from './app/resumeAfterLoad.ts'
import { forceLogin } from './app/forceLogin.ts'
import { listenToServiceWorker } from './app/listenToServiceWorker.ts'
import { isRevisited, startHistory } from '#navigation/history.ts'
import { renderConditionsOf, setRenderConditions } from '#ui/hydration.ts'
import { onFirstInteraction } from '#ui/firstInteraction.ts'
import { whenIdle } from '#ui/idle.ts'
import { mayPrefetch } from '#ui/intent.ts'
import { followLinks } from '#navigation/links.ts'
import { attachToPage, createWebPlayer } from '#host/index.ts'
import { watchReach } from '#host/reach.ts'
import { registerWorker } from './app/registerWorker.ts'
import { recordKeys } from './app/earlyKeys.ts'
import { takeEarlyInput } from './app/earlyInput.ts'
import { isPrepared, preloadPath } from './app/screens.ts'
import { createStore } from './app/store.ts'
import { syncTabs } from './app/syncTabs.ts'
import { applyStoredTheme } from './app/theme.ts'
import { watchErrors } from '#data/track.ts'
import { tryTwice, watchExit } from '#ui/exit.ts'
import { watchPresses } from '#ui/opener.ts'
import { watchStyles } from '#ui/styles.ts'

/** Milliseconds after which the page renders without the code of its screen. */
const slowScreenMs = 5000

// If the gate replaced the page by its notice (server/http/gate.ts), the app does not start.
const root = document.getElementById('root') ?? (await new Promise<never>(() => undefined))

const arrival = takeArrival()
await finishPopup(arrival)

const inlined = preloadedAnswers(document)
// The service worker's shell document, which starts the app offline, contains no member.
const isShell = memberIn(inlined) === undefined
const answers = dropStaleAnswers(inlined)
// Also unknown if the document came from the browser's cache: `me` is requested again.
const member = memberIn(answers)
watchExit(window)
const player = createWebPlayer(document, member)
const store = createStore(player.engine)
const initialState = store.getState()
const unknown = preload(store.dispatch, answers)
attachToPage(store, player)
startHistory()
watchReach(isShell)
listenToServiceWorker(navigator.serviceWorker)
if (member === undefined) applyStoredTheme()
followLinks(document, (path) => {
  if (mayPrefetch()) void preloadPath(path)
})
forceLogin(document, store)
resumeAfterLoad(store, arrival)
syncTabs(store)
if (hasEndedSession(answers)) {
  store.dispatch(sessionEnded())
  // Clears the cookie, so that the next document is a visitor's. Not before this page was shown: a document that lost the race against
  // the shell has reported nothing.
  void call('POST /logout', undefined)
}
watchErrors(window)
watchStyles(document)
watchPresses(document)
whenIdle(registerWorker)
const takeKeys = recordKeys(document)
onFirstInteraction(startBackground)

/** If its code cannot be loaded, the next press tries again. */
function startBackground(): void {
  void tryTwice(() => import('./app/startBackgroundTasks.ts')).then(
    ({ startBackgroundTasks }) => startBackgroundTasks(store, player.clock, takeKeys()),
    () => addEventListener('pointerdown', startBackground, { once: true, passive: true }),
  )
}

// Waits for the first screen's code, to avoid an empty first render.
const path = location.pathname
await Promise.race([preloadPath(path), new Promise((resolve) => setTimeout(resolve, slowScreenMs))])
preload(store.dispatch, unknown)
document.getElementById('waiting')?.remove()

// Otherwise the browser renders the page: it may have shown more when it was left, or answers were dropped.
const conditions = renderConditionsOf(root)
const canHydrate = conditions !== null && answers.length === inlined.length && !isRevisited() && isPrepared(path)
const repeatEarlyInput = takeEarlyInput(root)
setRenderConditions(canHydrate ? conditions : null)
const app = (
  <StrictMode>
    <App
      store={store}
      player={player}
      serverState={canHydrate ? { ...initialState, api: store.getState().api } : undefined}
      onStarted={repeatEarlyInput}
    />
  </StrictMode>
)
if (canHydrate) hydrateRoot(root, app, { onRecoverableError: reportMismatch })
else createRoot(root).render(app)

/** React renders the page again, so nothing is lost but time. */
function reportMismatch(error: unknown): void {
  console.error('The server rendered another page:', error)
}
