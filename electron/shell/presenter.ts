/** Shows the window, and pages in it. */
import type { Intent } from '../policy/deepLink.ts'
import type { Connection } from './connection.ts'
import type { IntentQueue } from './intents.ts'
import type { MainWindow } from './mainWindow.ts'

export interface Presenter {
  show(): void
  /** A page that takes no intents, or one of the application's own, is replaced. */
  openPage(path: string): void
  /** The same for a server that may have been left since; without a path, only the window is shown. */
  openOn(server: string, path: string | null): void
  /** A link that is not understood shows the window only. */
  receive(intent: Intent | null): void
}

export interface PresenterOptions {
  window: MainWindow
  connection: Connection
  intents: IntentQueue
  /** False before the application is ready: links wait. */
  isStarted(): boolean
}

export function createPresenter({ window, connection, intents, isStarted }: PresenterOptions): Presenter {
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

  return {
    show,
    openPage,
    openOn(server, path) {
      const isCurrent = server === connection.server()
      if (isCurrent && path !== null) return openPage(path)
      show()
      if (!isCurrent) connection.run({ type: 'open', origin: server })
    },
    receive(intent) {
      if (intent === null) return
      intents.add(intent)
      show()
    },
  }
}
