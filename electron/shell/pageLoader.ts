/** Loads pages into the window: those of a server, and the application's own. */
import type { BrowserWindow } from 'electron'
import { shellOrigin } from '../policy/origins.ts'
import type { ShellPage } from '../policy/shellPages.ts'

export interface PageLoader {
  /** The application's own page that was shown last. */
  page(): ShellPage
  /** The origin of the page in the window; null before the first one. */
  shown(): string | null
  setShown(origin: string | null): void
  /** Starts an attempt to show something. The returned function says whether it is still the latest one. */
  begin(): () => boolean
  /** The same for the latest attempt, without another one. */
  latest(): () => boolean
  /** Shows one of the application's own pages. */
  show(page: ShellPage): Promise<void>
  /** Loads a page of a server. It may take minutes not to answer: until then, the window shows what it waits for, and a way out. */
  loadServer(origin: string, path?: string): Promise<void>
}

interface PageLoaderOptions {
  window(): BrowserWindow | null
  /** Replaces the window if its session is not that of the current server. Returns whether it did. */
  replaceWindow(): boolean
  first: ShellPage
  /** One of the application's own pages replaces that of the server. */
  onOwnPage(): void
}

export function createPageLoader({ window, replaceWindow, first, onOwnPage }: PageLoaderOptions): PageLoader {
  let page = first
  let shown: string | null = null
  let attempt = 0

  /** The event of a failed load has the reason, so that the rejection is ignored. */
  const load = async (url: string): Promise<void> =>
    window()
      ?.webContents.loadURL(url)
      .catch(() => undefined)

  function latest(): () => boolean {
    const current = attempt
    return () => current === attempt
  }
  function begin(): () => boolean {
    attempt += 1
    return latest()
  }

  function show(next: ShellPage): Promise<void> {
    page = next
    if (next.name !== 'connecting') onOwnPage()
    return load(`${shellOrigin}/${next.name}`)
  }

  return {
    page: () => page,
    shown: () => shown,
    setShown(origin) {
      shown = origin
    },
    begin,
    latest,
    show,
    async loadServer(origin, path = '/') {
      const isLatest = begin()
      const isWaiting = shown === shellOrigin && page.name === 'connecting' && page.origin === origin
      if (shown !== origin && !isWaiting) await show({ name: 'connecting', origin })
      // The page that was shown has been left by now, and has stored what it has to store.
      if (isLatest() && replaceWindow()) await show({ name: 'connecting', origin })
      if (isLatest()) await load(origin + path)
    },
  }
}
