import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { Router } from 'wouter'
import { t } from '#texts/index.ts'
import { Announcer } from './Announcer.tsx'
import { Dialogs } from './Dialogs.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useAppLocation, useAppSearch } from '#navigation/history.ts'
import { onFirstInteraction } from '#ui/firstInteraction.ts'
import { whenIdle } from '#ui/idle.ts'
import { Menus } from './Menus.tsx'
import { NoticeArea } from './NoticeArea.tsx'
import { Outlet } from './Outlet.tsx'
import type { WebPlayer } from '#host/index.ts'
import { PlayerDock } from './PlayerDock.tsx'
import { preloadLikely } from './screens.ts'
import type { Store } from './store.ts'
import styles from './App.module.css'

export function App({ store, player }: { store: Store; player: WebPlayer }) {
  useEffect(() => onFirstInteraction(() => whenIdle(preloadLikely)), [])
  return (
    <Provider store={store}>
      <Router hook={useAppLocation} searchHook={useAppSearch}>
        <ErrorBoundary resetKey="app">
          <a className={styles.skip} href="#main">
            {t.shell.skip}
          </a>
          <Menus />
          <main id="main" tabIndex={-1} className={styles.main}>
            <Outlet />
          </main>
          <ErrorBoundary resetKey="notices" fallback={null}>
            <NoticeArea />
          </ErrorBoundary>
          <ErrorBoundary resetKey="player" fallback={null}>
            <PlayerDock clock={player.clock} stage={player.stage} />
          </ErrorBoundary>
          <ErrorBoundary resetKey="dialogs" fallback={null}>
            <Dialogs />
          </ErrorBoundary>
          <Announcer />
        </ErrorBoundary>
      </Router>
    </Provider>
  )
}
