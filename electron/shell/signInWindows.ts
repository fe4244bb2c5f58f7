/** Windows for the sign-in with a social network: at most one at a time. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Session, WebContents, WindowOpenHandlerResponse } from 'electron'
import { desktop } from '#texts/en/desktop.ts'
import { problemOfLoad } from '../policy/serverCheck.ts'
import { allowsSignInNavigation, signInBounds, signInMinimum, signInResult, signInSize, signInTitle } from '../policy/signIn.ts'
import { workAreasOf } from './displays.ts'
import type { ElectronModule } from './electronModule.ts'
import type { Notifier } from './notifier.ts'
import { securePreferences } from './webPreferences.ts'

export interface SignInWindows {
  /** The answer to a pop-up of the page: it reports its result to its opener and closes, as on the web. */
  popup(url: string): WindowOpenHandlerResponse
  /** Prepares the pop-up that was created for the address. */
  adopt(popup: BrowserWindow, url: string): void
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

/** The look of the window. Undefined: what Electron does without the option. */
const fixedOptions: BrowserWindowConstructorOptions = {
  show: true,
  paintWhenInitiallyHidden: true,
  frame: true,
  thickFrame: true,
  hasShadow: true,
  roundedCorners: true,
  titleBarStyle: 'default',
  titleBarOverlay: false,
  transparent: false,
  opacity: 1,
  backgroundColor: '#ffffff',
  minWidth: signInMinimum.width,
  minHeight: signInMinimum.height,
  maxWidth: undefined,
  maxHeight: undefined,
  enableLargerThanScreen: false,
  resizable: true,
  movable: true,
  closable: true,
  focusable: true,
  minimizable: false,
  fullscreenable: false,
  modal: false,
  kiosk: false,
  fullscreen: false,
  alwaysOnTop: false,
  skipTaskbar: false,
  hiddenInMissionControl: false,
  autoHideMenuBar: true,
  disableAutoHideCursor: false,
  type: undefined,
  tabbingIdentifier: undefined,
  vibrancy: undefined,
  visualEffectState: undefined,
  backgroundMaterial: undefined,
}

export function createSignInWindows(
  { BrowserWindow, screen }: Pick<ElectronModule, 'BrowserWindow' | 'screen'>,
  options: SignInOptions,
): SignInWindows {
  const { server, session, notifier, onResult } = options
  let current: BrowserWindow | null = null
  /** Windows whose result is shown in the main window. */
  const links = new WeakSet<WebContents>()

  /**
   * Without the preload script. Electron applies the features of `window.open` first: the page decides about the place and the size only.
   * Of a link that is opened with a key, Electron creates the window in the default session, unless it is named.
   */
  function windowOptions(url: string): BrowserWindowConstructorOptions {
    const parent = options.window()
    return {
      ...fixedOptions,
      ...(parent !== null && { parent }),
      title: signInTitle(url),
      webPreferences: {
        ...securePreferences,
        session: session(),
        javascript: true,
        zoomFactor: 1,
        // The context menu replaces words in the main window only.
        spellcheck: false,
      },
    }
  }

  function close(): void {
    if (current !== null && !current.isDestroyed()) current.destroy()
    current = null
  }

  function adopt(created: BrowserWindow, url: string): void {
    close()
    current = created
    const { webContents } = created
    created.setBounds(signInBounds(created.getBounds(), workAreasOf({ screen })))
    created.removeMenu()
    created.setTitle(signInTitle(url))
    created.on('closed', () => {
      if (current === created) current = null
    })
    created.on('page-title-updated', (event) => event.preventDefault())
    webContents.on('did-navigate', (_event, shown) => created.setTitle(signInTitle(shown)))
    webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (!isMainFrame || problemOfLoad(code) === null || current !== created) return
      // The window would be empty.
      close()
      const { failed, failedText } = desktop.signIn
      notifier.show({ tag: 'sign-in', title: failed, body: failedText, onClick: () => undefined })
    })
  }

  return {
    popup: (url) => ({ action: 'allow', overrideBrowserWindowOptions: windowOptions(url) }),
    adopt,
    open(url) {
      const created = new BrowserWindow({ ...windowOptions(url), ...signInSize })
      links.add(created.webContents)
      adopt(created, url)
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
