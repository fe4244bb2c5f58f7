/** The window: its place, its mini mode, and what happens when it is closed. */
import type { BrowserWindow } from 'electron'
import { maxMiniSize, miniBounds, minMiniSize } from '../policy/miniPlayer.ts'
import { minWindowSize, restoreWindow, type Rectangle } from '../policy/windowBounds.ts'
import type { ElectronModule } from './electronModule.ts'
import type { SettingsFile } from './settingsFile.ts'

export interface MainWindow {
  /** Null before the first window, and after the last one is closed. */
  current(): BrowserWindow | null
  /** Creates a window if there is none. `isHidden`: it is shown later, from the tray. */
  open(options?: { isHidden?: boolean }): void
  /** Shows the window in front, and creates it if there is none. */
  show(): void
  isMini(): boolean
  setMini(isMini: boolean): boolean
}

export interface WindowOptions {
  settings: SettingsFile
  preload: string
  icon: string
  /** Whether a closed window continues in the background. */
  isHiddenOnClose(): boolean
  onCreate(window: BrowserWindow): void
  onChange(): void
}

export function createMainWindow({ BrowserWindow, screen }: ElectronModule, options: WindowOptions): MainWindow {
  const { settings, preload, icon, isHiddenOnClose, onCreate, onChange } = options
  let window: BrowserWindow | null = null
  /** What the window was before it became small. */
  let before: { bounds: Rectangle; isMaximized: boolean } | null = null
  /** Maximizing shows a window, so one that starts hidden is maximized when it is shown. */
  let shouldMaximize = false

  function workAreas(): Rectangle[] {
    const primary = screen.getPrimaryDisplay().workArea
    const others = screen.getAllDisplays().map(({ workArea }) => workArea)
    return [primary, ...others.filter(({ x, y }) => x !== primary.x || y !== primary.y)]
  }

  function save(): void {
    if (window === null || window.isDestroyed()) return
    if (before !== null) settings.set({ mini: window.getBounds(), window: before })
    else settings.set({ window: { bounds: window.getNormalBounds(), isMaximized: shouldMaximize || window.isMaximized() } })
  }

  function open({ isHidden = false }: { isHidden?: boolean } = {}): void {
    if (window !== null) return
    const { bounds, isMaximized } = restoreWindow(settings.get().window, workAreas())
    const created = new BrowserWindow({
      ...bounds,
      minWidth: minWindowSize.width,
      minHeight: minWindowSize.height,
      show: false,
      icon,
      backgroundColor: '#f8f8f9',
      autoHideMenuBar: false,
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: true,
        // Timers of the player continue while the window is hidden, also while another device plays.
        backgroundThrottling: false,
      },
    })
    window = created
    shouldMaximize = isMaximized
    created.once('ready-to-show', () => {
      if (!isHidden) reveal(created)
    })
    created.on('close', (event) => {
      save()
      if (!isHiddenOnClose()) return
      event.preventDefault()
      created.hide()
    })
    created.on('closed', () => {
      window = null
      before = null
    })
    created.on('show', onChange)
    created.on('hide', onChange)
    created.on('minimize', onChange)
    created.on('restore', onChange)
    onCreate(created)
  }

  function reveal(target: BrowserWindow): void {
    if (shouldMaximize) target.maximize()
    shouldMaximize = false
    target.show()
  }

  function shrink(target: BrowserWindow): void {
    before = { bounds: target.getNormalBounds(), isMaximized: target.isMaximized() }
    if (target.isFullScreen()) target.setFullScreen(false)
    if (before.isMaximized) target.unmaximize()
    const { width, height } = target.getBounds()
    const [contentWidth = width, contentHeight = height] = target.getContentSize()
    const frame = { width: width - contentWidth, height: height - contentHeight }
    target.setMinimumSize(minMiniSize.width + frame.width, minMiniSize.height + frame.height)
    target.setMaximumSize(maxMiniSize.width + frame.width, maxMiniSize.height + frame.height)
    target.setBounds(miniBounds(settings.get().mini, before.bounds, workAreas(), frame))
    // Above full-screen windows too.
    target.setAlwaysOnTop(true, 'floating')
  }

  function enlarge(target: BrowserWindow, { bounds, isMaximized }: { bounds: Rectangle; isMaximized: boolean }): void {
    settings.set({ mini: target.getBounds() })
    before = null
    target.setAlwaysOnTop(false)
    // Zero: no maximum.
    target.setMaximumSize(0, 0)
    target.setMinimumSize(minWindowSize.width, minWindowSize.height)
    target.setBounds(restoreWindow({ bounds, isMaximized }, workAreas()).bounds)
    if (isMaximized) target.maximize()
  }

  return {
    current: () => window,
    open,
    show() {
      open()
      if (window === null) return
      if (window.isMinimized()) window.restore()
      reveal(window)
      window.focus()
    },
    isMini: () => before !== null,
    setMini(isMini) {
      if (window !== null && isMini !== (before !== null)) {
        if (before === null) shrink(window)
        else enlarge(window, before)
        onChange()
      }
      return before !== null
    },
  }
}
