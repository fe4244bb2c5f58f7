/**
 * Entry of the web app in the browser: creates store and player, then hydrates the server's HTML or renders the page.
 */
import './app/polyfills.ts'
import { StrictMode } from 'react'
import '#ui/tokens.css'
import '#ui/base.css'
import { App } from './app/App.tsx'
import { createRoot, hydrateRoot } from './app/react.ts'
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
import { nextTask } from '#ui/nextTask.ts'
import { followLinks } from '#navigation/links.ts'
import { attachToPage, createWebPlayer } from '#host/index.ts'
import { platform } from '#host/platform.ts'
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

// In a pop-up that has signed in, the page ends here by closing itself.
const arrival = takeArrival()
await finishPopup(arrival)

// A command of the desktop application can change the address before React attaches to the HTML.
const address = { path: location.pathname, search: location.search }
const inlined = preloadedAnswers(document)
// The service worker's shell document, which starts the app offline, contains no member.
const isShell = memberIn(inlined) === undefined
const answers = dropStaleAnswers(inlined)
// Undefined if unknown, also for a document from the browser's cache: `me` is then requested.
const member = memberIn(answers)
watchExit(window)
// The app starts in several tasks, so that input is handled in between.
await nextTask()
const player = createWebPlayer(document, member)
const store = createStore(player.engine)
const initialState = store.getState()
await nextTask()
// Answers of endpoints that the code of the screen adds; they are written once it is loaded.
const unknown = preload(store.dispatch, answers)
await nextTask()
attachToPage(store, player)
startHistory()
watchReach(isShell)
listenToServiceWorker(navigator.serviceWorker)
if (member === undefined) applyStoredTheme()
forceLogin(document, store)
resumeAfterLoad(store, arrival)
syncTabs(store)
if (hasEndedSession(answers)) {
  store.dispatch(sessionEnded())
  // Clears the cookie, so that the next document is a visitor's. The server does not clear it with the document,
  // because the browser may discard that document and show the service worker's shell, which could not explain the
  // log-out.
  void call('POST /logout', undefined)
}
watchErrors(window)
watchStyles(document)
watchPresses(document)
whenIdle(() => registerWorker(store))
const { bridge } = platform
if (bridge)
  void tryTwice(() => import('./app/desktop.ts')).then(
    ({ connectDesktop }) => connectDesktop(bridge, store, player.clock),
    () => undefined,
  )
const takeKeys = recordKeys(document)
onFirstInteraction(startBackground)

/** Starts the background tasks. If their code cannot be loaded, the next press tries again. */
function startBackground(): void {
  void tryTwice(() => import('./app/startBackgroundTasks.ts')).then(
    ({ startBackgroundTasks }) => startBackgroundTasks(store, player.clock, takeKeys()),
    () => addEventListener('pointerdown', startBackground, { once: true, passive: true }),
  )
}

// Waits for the first screen's code, to avoid an empty first render.
await Promise.race([preloadPath(location.pathname), new Promise((resolve) => setTimeout(resolve, slowScreenMs))])
preload(store.dispatch, unknown)
document.getElementById('waiting')?.remove()

await nextTask()
// React can attach to the server's HTML only if it renders the same. It does not if answers were dropped, or if the
// page is revisited and has to restore what it showed. Then the browser renders the page from scratch.
const conditions = renderConditionsOf(root)
const canHydrate = conditions !== null && answers.length === inlined.length && !isRevisited() && isPrepared(address.path)
const repeatEarlyInput = takeEarlyInput(root)
// Not earlier: until here links load their page by themselves.
const attachLinks = followLinks(document, (path) => {
  if (mayPrefetch()) void preloadPath(path)
})
setRenderConditions(canHydrate ? conditions : null)
const app = (
  <StrictMode>
    <App
      store={store}
      player={player}
      {...(canHydrate && { serverState: { ...initialState, api: store.getState().api }, address })}
      onStarted={() => {
        attachLinks()
        repeatEarlyInput()
      }}
    />
  </StrictMode>
)
if (canHydrate) hydrateRoot(root, app, { onRecoverableError: reportMismatch })
else createRoot(root).render(app)

/** Logs a hydration error. React has then rendered the page in the browser. */
function reportMismatch(error: unknown): void {
  console.error('The server rendered another page:', error)
}
