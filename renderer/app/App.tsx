import { startTransition, Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { Router } from 'wouter'
import { t } from '#texts/index.ts'
import { Announcer } from './Announcer.tsx'
import { Banners } from './Banners.tsx'
import { Dialogs } from './Dialogs.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useAppLocation, useAppSearch } from '#navigation/history.ts'
import { onFirstInteraction } from '#ui/firstInteraction.ts'
import { whenIdle } from '#ui/idle.ts'
import { AfterHydration, HydrationContext } from '#ui/hydration.ts'
import { Menus } from './Menus.tsx'
import { NoticeArea } from './NoticeArea.tsx'
import { Outlet } from './Outlet.tsx'
import type { WebPlayer } from '#host/index.ts'
import { PlayerDock } from './PlayerDock.tsx'
import { preloadLikely } from './screens.ts'
import { Session } from './Session.tsx'
import type { RootState, Store } from './store.ts'
import styles from './App.module.css'

interface AppProps {
  store: Pick<Store, 'dispatch' | 'getState' | 'subscribe'>
  /** Absent on the server. */
  player?: WebPlayer
  /** The state that the server rendered from, if it rendered the page. */
  serverState?: RootState | undefined
  /** The address that the server renders, or has rendered. */
  address?: { path: string; search: string }
  /** Called once React is attached to the whole page, so that it reacts to input. */
  onStarted?: () => void
}

export function App({ store, player, serverState, address, onStarted }: AppProps) {
  const isServerPage = serverState !== undefined || address !== undefined
  const [isHydrated, setHydrated] = useState(!isServerPage)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  // In a microtask, because React hydrates no further parts of the page, such as the screen, while effects run.
  useEffect(() => (isHydrated && onStarted ? queueMicrotask(onStarted) : undefined), [isHydrated, onStarted])
  useEffect(() => onFirstInteraction(() => whenIdle(preloadLikely)), [])
  return (
    <HydrationContext value={isHydrated}>
      <Provider store={store as Store} serverState={serverState}>
        <Router hook={useAppLocation} searchHook={useAppSearch} {...(address && { ssrPath: address.path, ssrSearch: address.search })}>
          <ErrorBoundary resetKey="app">
            {/* React attaches to the content of a boundary in short steps, and to all else in one task. */}
            <Suspense fallback={null}>
              <Session />
              <a className={styles.skip} href="#main">
                {t.shell.skip}
              </a>
              <Menus />
              <Banners />
              <main id="main" tabIndex={-1} className={styles.main}>
                <Outlet />
              </main>
              <AfterHydration>
                <ErrorBoundary resetKey="notices" fallback={null}>
                  <NoticeArea />
                </ErrorBoundary>
                {player && (
                  <ErrorBoundary resetKey="player" fallback={null}>
                    <PlayerDock clock={player.clock} stage={player.stage} devices={player.devices} />
                  </ErrorBoundary>
                )}
                <ErrorBoundary resetKey="dialogs" fallback={null}>
                  <Dialogs />
                </ErrorBoundary>
                <Announcer />
              </AfterHydration>
            </Suspense>
          </ErrorBoundary>
        </Router>
      </Provider>
    </HydrationContext>
  )
}
