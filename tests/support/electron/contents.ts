/** Fake pages and windows of Electron, with its rules: destroyed ones throw, and a closed window can be prevented from closing. */
import { EventEmitter } from 'node:events'
import type { FakeElectron } from './index.ts'

/** An event that can be prevented, with the details of Electron's. */
export function createEvent<T extends object>(details: T = {} as T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

export class FakeFrame {
  isDestroyed = false
  readonly parent: FakeFrame | null
  private readonly address: string
  constructor(url: string, parent: FakeFrame | null = null) {
    this.address = url
    this.parent = parent
  }
  get url(): string {
    if (this.isDestroyed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    return this.address
  }
  get origin(): string {
    const { protocol, host, origin } = new URL(this.url)
    return protocol === 'app:' ? `app://${host}` : origin
  }
}

type FakeSession = FakeElectron['session']['defaultSession']

type OpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: string
  overrideBrowserWindowOptions?: Electron.BrowserWindowConstructorOptions
}

interface OpenOptions {
  /** By default, those of a pop-up; a link has none. */
  features?: string
  frameName?: string
  disposition?: string
  /** A link that is opened with a key or the middle button of the mouse. */
  isLink?: boolean
}

/** As Electron reads them: words become booleans and numbers. */
function parseFeatures(features: string): Record<string, string | number | boolean> {
  const words: Record<string, boolean> = { true: true, yes: true, false: false, no: false }
  const pairs = features.split(',').map((pair) => pair.split('=').map((part) => part.trim()))
  const values = pairs
    .filter(([key]) => key)
    .map(([key, value = 'yes']) => [key!, words[value] ?? (/^-?[\d.]+$/.test(value) ? Number(value) : value)])
  return Object.fromEntries(values) as Record<string, string | number | boolean>
}

let lastId = 0

export class FakeContents extends EventEmitter {
  readonly id = ++lastId
  mainFrame = new FakeFrame('about:blank')
  /** The HTML of the application's own page, if one is shown. */
  html = ''
  readonly loaded: string[] = []
  readonly replaced: string[] = []
  /** Listeners of the page, by channel. */
  readonly ipcListeners = new Map<string, Set<(event: unknown, value: unknown) => void>>()
  isGone = false
  history: string[] = []
  private openHandler: OpenHandler | null = null
  private readonly electron: FakeElectron
  readonly session: FakeSession
  readonly navigationHistory = {
    canGoBack: () => this.history.length > 1,
    canGoForward: () => false,
    goBack: () => void this.history.pop(),
    goForward: () => undefined,
    clear: () => {
      this.history = this.history.slice(-1)
    },
  }

  /** Searches of the page that run: the last one is reported by `found-in-page`. */
  searches: { text: string; forward: boolean; findNext: boolean }[] = []
  readonly stopped: string[] = []
  readonly styles = new Map<string, string>()
  isFocused = false
  isAllSelected = false
  private lastKey = 0
  private zoomMode: 'default' | 'disabled' = 'default'

  constructor(electron: FakeElectron, session?: unknown) {
    super()
    this.electron = electron
    this.session = (session as FakeSession | undefined) ?? electron.session.defaultSession
  }

  findInPage(text: string, { forward = true, findNext = false }: { forward?: boolean; findNext?: boolean } = {}): number {
    this.check()
    if (text === '') throw new Error('Must provide a non-empty search content')
    return this.searches.push({ text, forward, findNext })
  }
  stopFindInPage = (action: string) => (this.check(), void this.stopped.push(action))
  /** What Chromium reports of the last search, or of an earlier one. */
  found = (activeMatchOrdinal: number, matches: number, { requestId = this.searches.length, finalUpdate = true } = {}) =>
    void this.emit('found-in-page', {}, { requestId, activeMatchOrdinal, matches, finalUpdate })
  async insertCSS(css: string): Promise<string> {
    this.check()
    const key = `style-${++this.lastKey}`
    this.styles.set(key, css)
    return key
  }
  async removeInsertedCSS(key: string): Promise<void> {
    this.check()
    if (!this.styles.delete(key)) throw new Error(`There is no style ${key}`)
  }
  /** The zoom of an origin is that of all its pages in the session, except where zooming is disabled. */
  setZoomMode = (mode: 'default' | 'disabled') => (this.check(), void (this.zoomMode = mode))
  setZoomFactor(factor: number): void {
    this.check()
    if (this.zoomMode === 'default') this.session.zooms.set(this.mainFrame.origin, factor)
  }
  getZoomFactor = () => (this.check(), (this.zoomMode === 'default' && this.session.zooms.get(this.mainFrame.origin)) || 1)
  focus = () => (this.check(), void (this.isFocused = true))
  selectAll = () => (this.check(), void (this.isAllSelected = true))
  close(): void {
    this.check()
    this.isGone = true
    this.mainFrame.isDestroyed = true
    this.emit('destroyed')
  }
  /** A key is pressed. Returns whether the page gets it. */
  press(key: string, { isComposing = false } = {}): boolean {
    const event = createEvent()
    this.emit('before-input-event', event, { type: 'keyDown', key, isComposing })
    return !event.defaultPrevented
  }

  private check(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
  }
  isDestroyed = () => this.isGone
  getURL(): string {
    this.check()
    return this.mainFrame.url
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  forcefullyCrashRenderer = () => (this.check(), void this.emit('render-process-gone', {}, { reason: 'killed' }))
  replaceMisspelling = (word: string) => void this.replaced.push(word)

  send(channel: string, value: unknown): void {
    this.check()
    for (const listener of this.ipcListeners.get(channel) ?? []) listener({}, structuredClone(value))
  }

  /** Loads an address as Electron does: its protocol handler, the network that the test has set, then the events. */
  async loadURL(url: string): Promise<void> {
    this.check()
    this.loaded.push(url)
    this.emit('did-start-navigation', createEvent({ url, isMainFrame: true, isSameDocument: false }))
    const { protocol } = new URL(url)
    let code = 200
    let html = ''
    if (protocol === 'app:') html = await (await this.session.protocol.respond(url)).text()
    else {
      const answer = await this.electron.network(url)
      if ('error' in answer) {
        this.emit('did-fail-load', createEvent(), answer.error, 'ERR', url, true)
        throw new Error(`ERR (${answer.error}) loading '${url}'`)
      }
      code = answer.status
    }
    if (this.isGone) return
    this.mainFrame.isDestroyed = true
    this.mainFrame = new FakeFrame(url)
    this.ipcListeners.clear()
    this.styles.clear()
    this.html = html
    this.history.push(url)
    this.emit('did-navigate', createEvent(), url, code, '')
    this.emit('did-finish-load')
  }

  /** A link, form or script of a page navigates. Returns whether it was allowed. */
  async navigate(
    url: string,
    { frame = this.mainFrame, redirect = false }: { frame?: FakeFrame; redirect?: boolean } = {},
  ): Promise<boolean> {
    const isMainFrame = frame.parent === null
    const details = { url, isMainFrame, isSameDocument: false, frame, initiator: frame }
    // Also for a navigation that is prevented afterwards.
    if (isMainFrame && !redirect) this.emit('did-start-navigation', createEvent(details))
    const names = redirect ? ['will-redirect'] : isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']
    for (const name of names) {
      const event = createEvent(details)
      this.emit(name, event, url)
      if (event.defaultPrevented) return false
    }
    if (isMainFrame) await this.loadURL(url)
    return true
  }

  /**
   * `window.open` of a page. Electron opens a window unless the handler denies it. Its options are those of the page, then those of the
   * handler. The contents are created by Chromium, in the session of the opener; of a link that is opened with a key, by Electron.
   */
  openWindow(url: string, options: OpenOptions = {}): string {
    const { isLink = false, features = isLink ? '' : 'popup', frameName = '', disposition = 'new-window' } = options
    if (!this.openHandler) throw new Error(`A window was opened for ${url}`)
    const { action, overrideBrowserWindowOptions } = this.openHandler({ url, frameName, features, disposition })
    if (action === 'allow') {
      const { zoomFactor, ...parsed } = parseFeatures(features)
      const override = overrideBrowserWindowOptions ?? {}
      const webPreferences = { ...(zoomFactor !== undefined && { zoomFactor: Number(zoomFactor) }), ...override.webPreferences }
      const session = isLink ? webPreferences.session : (this.session as unknown as Electron.Session)
      const popup = new FakeWindow(this.electron, {
        show: true,
        title: frameName,
        width: 800,
        height: 600,
        ...parsed,
        ...override,
        webPreferences: { ...webPreferences, ...(session && { session }) },
      })
      const isLoaded = isLink ? popup.webContents.loadURL(url) : null
      this.emit('did-create-window', popup, { url, frameName, disposition })
      void (isLoaded ?? popup.webContents.loadURL(url))
    }
    return action
  }

  /** The `ipcRenderer` of a frame. */
  ipc(frame: FakeFrame = this.mainFrame) {
    return {
      invoke: async (channel: string, argument: unknown): Promise<unknown> => {
        const handler = this.electron.ipcMain.handlers.get(channel)
        if (!handler) throw new Error(`No handler registered for '${channel}'`)
        const senderFrame = frame.isDestroyed ? null : frame
        return structuredClone(await handler({ sender: this, senderFrame }, structuredClone(argument)))
      },
      on: (channel: string, listener: (event: unknown, value: unknown) => void) => {
        this.ipcListeners.set(channel, (this.ipcListeners.get(channel) ?? new Set()).add(listener))
      },
      off: (channel: string, listener: (event: unknown, value: unknown) => void) => void this.ipcListeners.get(channel)?.delete(listener),
    }
  }
}

/** A view of its own contents. They outlive the window, unless they are closed. */
export class FakeView {
  readonly webContents: FakeContents
  readonly options: Electron.WebContentsViewConstructorOptions
  bounds: Bounds = { x: 0, y: 0, width: 0, height: 0 }
  constructor(electron: FakeElectron, options: Electron.WebContentsViewConstructorOptions) {
    if (!electron.app.isReady()) throw new Error('Cannot create WebContentsView before app is ready')
    this.options = options
    this.webContents = new FakeContents(electron)
    electron.app.emit('web-contents-created', createEvent(), this.webContents)
  }
  setBounds = (bounds: Bounds) => void (this.bounds = bounds)
}

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export class FakeWindow extends EventEmitter {
  readonly webContents: FakeContents
  readonly options: Electron.BrowserWindowConstructorOptions
  bounds: Bounds
  minimum: [number, number] = [0, 0]
  maximum: [number, number] = [0, 0]
  state = { isVisible: false, isMaximized: false, isMinimized: false, isFullScreen: false, isOnTop: false, isFocused: false }
  title = ''
  background = ''
  setBackgroundColor = (colour: string) => (this.check(), void (this.background = colour))
  hasMenu = true
  setTitle = (title: string) => (this.check(), void (this.title = title))
  removeMenu = () => (this.check(), void (this.hasMenu = false))
  progress: { value: number; mode: string } = { value: -1, mode: 'none' }
  buttons: { tooltip?: string; flags?: string[]; click: () => void }[] = []
  isGone = false
  readonly views: FakeView[] = []
  private readonly content = {
    addChildView: (view: FakeView) => void this.views.push(view),
    // One that is no child is ignored.
    removeChildView: (view: FakeView) => void (this.views.includes(view) && this.views.splice(this.views.indexOf(view), 1)),
  }
  get contentView() {
    this.check()
    return this.content
  }

  constructor(electron: FakeElectron, options: Electron.BrowserWindowConstructorOptions) {
    super()
    if (!electron.app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.options = options
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.state.isVisible = options.show !== false
    this.title = options.title ?? ''
    this.webContents = new FakeContents(electron, options.webPreferences?.session)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    electron.windows.push(this)
    electron.app.emit('web-contents-created', createEvent(), this.webContents)
  }

  private check(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
  }
  private set(change: Partial<FakeWindow['state']>): void {
    this.check()
    this.state = { ...this.state, ...change }
  }
  isDestroyed = () => this.isGone
  isVisible = () => (this.check(), this.state.isVisible)
  isFocused = () => (this.check(), this.state.isFocused)
  isMaximized = () => (this.check(), this.state.isMaximized)
  isMinimized = () => (this.check(), this.state.isMinimized)
  isFullScreen = () => (this.check(), this.state.isFullScreen)
  getBounds = () => (this.check(), { ...this.bounds })
  getNormalBounds = () => (this.check(), { ...this.bounds })
  getContentSize = () => (this.check(), [this.bounds.width, this.bounds.height - 28])
  show(): void {
    this.set({ isVisible: true, isFocused: true })
    this.emit('show')
  }
  hide(): void {
    this.set({ isVisible: false, isFocused: false })
    this.emit('hide')
  }
  focus = () => this.set({ isFocused: true })
  restore = () => this.set({ isMinimized: false })
  /** Also shows the window. */
  maximize = () => this.set({ isMaximized: true, isVisible: true })
  unmaximize = () => this.set({ isMaximized: false })
  setFullScreen = (isFullScreen: boolean) => this.set({ isFullScreen })
  setAlwaysOnTop = (isOnTop: boolean) => this.set({ isOnTop })
  setVisibleOnAllWorkspaces = () => this.check()
  setMinimumSize = (width: number, height: number) => (this.check(), void (this.minimum = [width, height]))
  setMaximumSize = (width: number, height: number) => (this.check(), void (this.maximum = [width, height]))
  setBounds = (bounds: Bounds) => (this.check(), void (this.bounds = { ...bounds }))
  setProgressBar = (value: number, { mode }: { mode: string }) => (this.check(), void (this.progress = { value, mode }))
  setThumbarButtons = (buttons: FakeWindow['buttons']) => (this.check(), (this.buttons = buttons), true)
  loadURL = (url: string) => (this.check(), this.webContents.loadURL(url))

  close(): void {
    this.check()
    const event = createEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    this.isGone = true
    this.webContents.isGone = true
    this.webContents.mainFrame.isDestroyed = true
    this.emit('closed')
  }
}
