/** The window: its place, its mini mode, and what happens when it is closed. */
import type { BrowserWindow, Session, WebPreferences } from 'electron'
import { windowBackground } from '../policy/colours.ts'
import { minWindowSize, restoreWindow, type Rectangle, type WindowState } from '../policy/windowBounds.ts'
import { workAreasOf } from './displays.ts'
import type { ElectronModule } from './electronModule.ts'
import { enlargeWindow, shrinkWindow } from './miniMode.ts'
import type { SettingsFile } from './settingsFile.ts'
import { securePreferences } from './webPreferences.ts'

export interface MainWindow {
  /** Null before the first window, and after the last one is closed. */
  current(): BrowserWindow | null
  /** Creates a window if there is none. `isHidden`: it is shown later, from the tray. */
  open(options?: { isHidden?: boolean }): void
  /** Shows the window in front, and creates it if there is none. */
  show(): void
  /** Replaces the window by one of another session, because pages cannot change theirs. Returns whether that was necessary. */
  replace(): boolean
  isFocused(): boolean
  isMini(): boolean
  setMini(isMini: boolean): boolean
}

export interface WindowOptions {
  settings: SettingsFile
  preload: string
  icon: string
  /** The session of pages of the current server. */
  session(): Session
  /** Whether a closed window continues in the background. */
  isHiddenOnClose(): boolean
  onCreate(window: BrowserWindow): void
  onChange(): void
}

const pagePreferences = (preload: string, session: Session): WebPreferences => ({
  preload,
  session,
  ...securePreferences,
  spellcheck: true,
  // Timers of the player continue while the window is hidden, also while another device plays.
  backgroundThrottling: false,
})

export function createMainWindow({ BrowserWindow, nativeTheme, screen }: ElectronModule, options: WindowOptions): MainWindow {
  const { settings, preload, icon, session, isHiddenOnClose, onCreate, onChange } = options
  let window: BrowserWindow | null = null
  let windowSession: Session | null = null
  /** What the window was before it became small. */
  let before: WindowState | null = null
  /** Maximizing shows a window, so one that starts hidden is maximized when it is shown. */
  let shouldMaximize = false

  const background = (): string => windowBackground(nativeTheme.shouldUseDarkColors)
  nativeTheme.on('updated', () => window?.setBackgroundColor(background()))

  const workAreas = (): Rectangle[] => workAreasOf({ screen })

  function save(): void {
    if (window === null || window.isDestroyed()) return
    if (before !== null) settings.set({ mini: window.getBounds(), window: before })
    else settings.set({ window: { bounds: window.getNormalBounds(), isMaximized: shouldMaximize || window.isMaximized() } })
  }

  function open({ isHidden = false }: { isHidden?: boolean } = {}): BrowserWindow | null {
    if (window !== null) return null
    const { bounds, isMaximized } = restoreWindow(settings.get().window, workAreas())
    windowSession = session()
    const created = new BrowserWindow({
      ...bounds,
      minWidth: minWindowSize.width,
      minHeight: minWindowSize.height,
      show: false,
      icon,
      backgroundColor: background(),
      autoHideMenuBar: false,
      webPreferences: pagePreferences(preload, windowSession),
    })
    window = created
    shouldMaximize = isMaximized
    created.once('ready-to-show', () => {
      if (!isHidden) reveal(created)
    })
    created.on('close', (event) => {
      // One that has been replaced.
      if (created !== window) return
      save()
      if (!isHiddenOnClose()) return
      event.preventDefault()
      created.hide()
    })
    created.on('closed', () => {
      if (created !== window) return
      window = null
      before = null
    })
    created.on('show', onChange)
    created.on('hide', onChange)
    created.on('minimize', onChange)
    created.on('restore', onChange)
    onCreate(created)
    return created
  }

  /** The previous window is shown until the new one has something to show. */
  function replace(): boolean {
    const previous = window
    if (previous === null || windowSession === session()) return false
    setMini(false)
    save()
    const isFullScreen = previous.isFullScreen()
    const isHidden = !previous.isVisible()
    window = null
    const created = open({ isHidden })
    created?.once('ready-to-show', () => {
      if (isFullScreen) created.setFullScreen(true)
      if (!previous.isDestroyed()) previous.destroy()
    })
    return true
  }

  function reveal(target: BrowserWindow): void {
    if (shouldMaximize) target.maximize()
    shouldMaximize = false
    target.show()
  }

  function setMini(isMini: boolean): boolean {
    if (window !== null && isMini !== (before !== null)) {
      const restored = before
      before = restored === null ? shrinkWindow(window, settings, workAreas()) : null
      if (restored !== null) enlargeWindow(window, restored, settings, workAreas())
      onChange()
    }
    return before !== null
  }

  return {
    current: () => window,
    isFocused: () => window?.isFocused() ?? false,
    open: (settings) => void open(settings),
    replace,
    show() {
      open()
      if (window === null) return
      if (window.isMinimized()) window.restore()
      reveal(window)
      window.focus()
    },
    isMini: () => before !== null,
    setMini,
  }
}
