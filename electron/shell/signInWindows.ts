/** Windows for the sign-in with a social network: at most one at a time. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Session, WebContents, WindowOpenHandlerResponse } from 'electron'
import { desktop } from '#texts/en/desktop.ts'
import { problemOfLoad } from '../policy/serverCheck.ts'
import { allowsSignInNavigation, signInResult, signInSize, signInTitle } from '../policy/signIn.ts'
import type { ElectronModule } from './electronModule.ts'
import type { Notifier } from './notifier.ts'

export interface SignInWindows {
  /** The answer to a pop-up of the page: it reports its result to its opener and closes, as on the web. */
  popup(): WindowOpenHandlerResponse
  /** Prepares the pop-up that was created. */
  adopt(popup: BrowserWindow): void
  /** Shows a link of the page in a window. The page to which it leads back is shown in the main window. */
  open(url: string): void
  owns(contents: WebContents): boolean
  allows(contents: WebContents, navigation: { url: string; isMainFrame: boolean }): boolean
  close(): void
}

export interface SignInOptions {
  server(): string | null
  session(): Session
  /** The main window. */
  window(): BrowserWindow | null
  notifier: Notifier
  /** Loads a path of the server in the main window. */
  onResult(path: string): void
}

export function createSignInWindows({ BrowserWindow }: Pick<ElectronModule, 'BrowserWindow'>, options: SignInOptions): SignInWindows {
  const { server, session, notifier, onResult } = options
  let current: BrowserWindow | null = null
  /** Windows whose result is shown in the main window. */
  const links = new WeakSet<WebContents>()

  /** Without the preload script. Electron applies the session of the opener to a pop-up. */
  function windowOptions(): BrowserWindowConstructorOptions {
    const parent = options.window()
    return {
      ...(parent !== null && { parent }),
      autoHideMenuBar: true,
      fullscreenable: false,
      minimizable: false,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        // The context menu replaces words in the main window only.
        spellcheck: false,
      },
    }
  }

  function close(): void {
    if (current !== null && !current.isDestroyed()) current.destroy()
    current = null
  }

  function adopt(created: BrowserWindow): void {
    close()
    current = created
    const { webContents } = created
    created.removeMenu()
    created.on('closed', () => {
      if (current === created) current = null
    })
    created.on('page-title-updated', (event) => event.preventDefault())
    webContents.on('did-navigate', (_event, url) => created.setTitle(signInTitle(url)))
    webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (!isMainFrame || problemOfLoad(code) === null || current !== created) return
      // The window would be empty.
      close()
      const { failed, failedText } = desktop.signIn
      notifier.show({ tag: 'sign-in', title: failed, body: failedText, onClick: () => undefined })
    })
  }

  return {
    popup: () => ({ action: 'allow', overrideBrowserWindowOptions: windowOptions() }),
    adopt,
    open(url) {
      const { webPreferences, ...others } = windowOptions()
      const created = new BrowserWindow({ ...others, ...signInSize, webPreferences: { ...webPreferences, session: session() } })
      links.add(created.webContents)
      adopt(created)
      // The event of a failed load has the reason.
      void created.webContents.loadURL(url).catch(() => undefined)
    },
    owns: (contents) => current !== null && !current.isDestroyed() && current.webContents === contents,
    allows(contents, { url, isMainFrame }) {
      const result = isMainFrame && links.has(contents) ? signInResult(url, server()) : null
      if (result === null) return allowsSignInNavigation(url, isMainFrame, server())
      // Not within the event: the window that it is about would be gone.
      setImmediate(() => {
        close()
        onResult(result)
      })
      return false
    },
    close,
  }
}
