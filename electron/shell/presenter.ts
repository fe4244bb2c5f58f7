/** Shows the window, and pages in it. */
import type { Intent } from '../policy/deepLink.ts'
import type { Connection } from './connection.ts'
import type { IntentQueue } from './intents.ts'
import type { MainWindow } from './mainWindow.ts'

export interface Presenter {
  show(): void
  /** A page that takes no intents, or one of the application's own, is replaced. */
  openPage(path: string): void
  /** The same for a server that may have been left since; without a path, its first page, or only the window. */
  openOn(server: string, path: string | null): void
  /** A link that is not understood shows the window only. */
  receive(intent: Intent | null): void
  /** Shows the first page: that of the link by which the application was started, otherwise that of the current server. */
  start(): void
}

export interface PresenterOptions {
  window: MainWindow
  connection: Connection
  intents: IntentQueue
  /** False before the application is ready: links wait. */
  isStarted(): boolean
}

export function createPresenter({ window, connection, intents, isStarted }: PresenterOptions): Presenter {
  /** The page of another server that a link has requested before the start. */
  let first: { server: string; path: string } | null = null

  function show(): void {
    if (!isStarted()) return
    const isNew = window.current() === null
    window.show()
    if (isNew) connection.start()
  }

  function openPage(path: string): void {
    show()
    if (!intents.send({ type: 'open', path })) connection.openPath(path)
  }

  function openOn(server: string, path: string | null): void {
    const isCurrent = server === connection.server()
    if (isCurrent && path !== null) return openPage(path)
    show()
    if (!isCurrent) connection.openOn(server, path ?? '/')
  }

  return {
    show,
    openPage,
    openOn,
    receive(intent) {
      if (intent === null) return
      if (intent.type === 'open' && intent.server !== undefined && intent.server !== connection.server()) {
        const { server, path } = intent
        if (isStarted()) openOn(server, path)
        else first = { server, path }
        return
      }
      intents.add(intent.type === 'open' ? { type: 'open', path: intent.path } : intent)
      show()
    },
    start() {
      if (first === null) connection.start()
      else connection.openOn(first.server, first.path)
    },
  }
}
