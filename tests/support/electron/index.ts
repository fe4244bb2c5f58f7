/**
 * A fake of the `electron` module, as far as the shell uses it. It enforces Electron's own rules, which types cannot express: what must
 * happen before or after `ready`, what may happen only once, and what replaces what.
 */
import { EventEmitter } from 'node:events'
import type { ElectronModule } from '../../../electron/shell/electronModule.ts'
import { createEvent, FakeView, FakeWindow, type FakeContents } from './contents.ts'
import { FakeDownload, type FakeDownloadOptions } from './downloads.ts'
import { FakeNotification } from './notifications.ts'

type IpcHandler = (event: { sender: FakeContents; senderFrame: unknown }, argument: unknown) => unknown
type HeadersListener = (details: object, callback: (answer: { requestHeaders?: Record<string, string> }) => void) => void
type Answer = { status: number; json?: unknown; html?: string } | { error: number }

export interface FakeOptions {
  /** Whether another instance runs already. */
  isSecond?: boolean
  isPackaged?: boolean
  userData?: string
  displays?: { x: number; y: number; width: number; height: number }[]
}

class FakeApp extends EventEmitter {
  isPackaged: boolean
  hasQuit = false
  isSandboxed = false
  readonly protocolClients: string[] = []
  readonly dock = { menu: null as unknown, setMenu: (menu: unknown) => void (this.dock.menu = menu) }
  private isStarted = false
  private readonly options: FakeOptions
  private readonly ready: Promise<void>
  private resolveReady: () => void = () => undefined
  private readonly electron: FakeElectron

  constructor(electron: FakeElectron, options: FakeOptions) {
    super()
    this.electron = electron
    this.options = options
    this.isPackaged = options.isPackaged ?? true
    this.ready = new Promise((resolve) => (this.resolveReady = resolve))
  }
  isReady = () => this.isStarted
  whenReady = () => this.ready
  getVersion = () => '1.2.3'
  getPath = (): string => this.options.userData ?? '/nowhere'
  requestSingleInstanceLock = () => this.options.isSecond !== true
  setAppUserModelId = () => undefined
  enableSandbox(): void {
    if (this.isStarted) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.isSandboxed = true
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.push(scheme)
    return true
  }
  /** Starts the application, as the system does. */
  async start(): Promise<void> {
    this.isStarted = true
    this.resolveReady()
    this.emit('ready')
    await this.electron.settle()
  }
  /** A site requests a certificate of the person. Returns the one that is sent; undefined while nothing has been decided. */
  requestCertificate(contents: FakeContents | null, url: string, certificates: string[]): string | null | undefined {
    const event = createEvent()
    let sent: string | null | undefined
    this.emit('select-client-certificate', event, contents, url, certificates, (chosen?: string) => (sent = chosen ?? null))
    return event.defaultPrevented ? sent : certificates[0]
  }
  quit(): void {
    const event = createEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    for (const window of this.electron.windows) if (!window.isDestroyed()) window.close()
    if (this.electron.windows.some((window) => !window.isDestroyed())) return
    this.emit('will-quit', createEvent())
    this.hasQuit = true
  }
}

class FakeProtocol {
  privileged: { scheme: string; privileges?: object }[] | null = null
  private readonly handlers = new Map<string, (request: Request) => Response | Promise<Response>>()
  private readonly electron: FakeElectron
  constructor(electron: FakeElectron) {
    this.electron = electron
  }
  registerSchemesAsPrivileged(schemes: { scheme: string }[]): void {
    if (this.electron.app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (this.privileged) throw new Error('protocol.registerSchemesAsPrivileged can only be called once')
    this.privileged = schemes
  }
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!this.electron.app.isReady()) throw new Error('protocol.handle cannot be used before app is ready')
    if (this.handlers.has(scheme)) throw new Error(`The scheme ${scheme} has been registered`)
    this.handlers.set(scheme, handler)
  }
  async respond(url: string): Promise<Response> {
    const handler = this.handlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) throw new Error(`ERR_UNKNOWN_URL_SCHEME: ${url}`)
    return handler(new Request(url))
  }
}

class FakeSession extends EventEmitter {
  readonly protocol: FakeProtocol
  readonly dictionary: string[] = []
  /** Zoom factors by origin. */
  readonly zooms = new Map<string, number>()
  /** How often its data has been deleted. */
  cleared = 0
  beforeSendHeaders: { filter: { urls: string[] }; listener: HeadersListener } | null = null
  headerListeners = 0
  permissionRequest: ((contents: unknown, permission: string, callback: (isGranted: boolean) => void, details: object) => void) | null =
    null
  permissionCheck: ((contents: unknown, permission: string, origin: string, details: object) => boolean) | null = null
  devicePermission: ((details: object) => boolean) | null = null
  private readonly electron: FakeElectron
  readonly webRequest = {
    // Electron uses the last listener only.
    onBeforeSendHeaders: (filter: { urls: string[] }, listener: HeadersListener) => {
      this.headerListeners += 1
      this.beforeSendHeaders = { filter, listener }
    },
  }
  constructor(electron: FakeElectron) {
    super()
    this.electron = electron
    this.protocol = new FakeProtocol(electron)
  }
  /** A page downloads. Null if the download was refused. */
  download(options: FakeDownloadOptions): FakeDownload | null {
    const event = createEvent()
    const item = new FakeDownload(options)
    this.emit('will-download', event, item, null, null)
    item.isAnnounced = true
    return event.defaultPrevented ? null : item
  }
  setPermissionRequestHandler = (handler: FakeSession['permissionRequest']) => void (this.permissionRequest = handler)
  setPermissionCheckHandler = (handler: FakeSession['permissionCheck']) => void (this.permissionCheck = handler)
  setDevicePermissionHandler = (handler: FakeSession['devicePermission']) => void (this.devicePermission = handler)
  addWordToSpellCheckerDictionary = (word: string) => void this.dictionary.push(word)
  listWordsInSpellCheckerDictionary = async () => [...this.dictionary]
  removeWordFromSpellCheckerDictionary = (word: string) => void this.dictionary.splice(this.dictionary.indexOf(word), 1)
  clearData = async () => void (this.cleared += 1)
  clearAuthCache = async () => undefined
  async fetch(url: string): Promise<Response> {
    const answer = await this.electron.network(url)
    if ('error' in answer)
      throw new Error(
        answer.error === -106
          ? 'net::ERR_INTERNET_DISCONNECTED'
          : answer.error <= -200
            ? 'net::ERR_CERT_DATE_INVALID'
            : 'net::ERR_CONNECTION_REFUSED',
      )
    return new Response(answer.json === undefined ? (answer.html ?? '<p>') : JSON.stringify(answer.json), { status: answer.status })
  }
}

/** Each part of Electron that the shell uses, and of literals only members that Electron has. */
type FakeModule = { [Part in keyof ElectronModule]: { [Member in keyof ElectronModule[Part]]?: unknown } }

type Template = Electron.MenuItemConstructorOptions[]

export class FakeMenu {
  readonly template: Template
  /** Context menus that were shown. */
  static readonly shown: FakeMenu[] = []
  constructor(template: Template) {
    this.template = template
  }
  popup = () => void FakeMenu.shown.push(this)
  /** The items with this role, at any depth. */
  roles(role: string): Template {
    const search = (items: Template): Template =>
      items.flatMap((item) => [...(item.role === role ? [item] : []), ...(Array.isArray(item.submenu) ? search(item.submenu) : [])])
    return search(this.template)
  }
}

class FakeTray extends EventEmitter {
  menu: FakeMenu | null = null
  tooltip = ''
  setContextMenu = (menu: FakeMenu) => void (this.menu = menu)
  setToolTip = (text: string) => void (this.tooltip = text)
}

/** The addresses that Strand's check requests, of a server that runs. */
export const strandAnswers = (url: string): Answer => {
  const { pathname } = new URL(url)
  if (pathname === '/healthz') return { status: 200, json: { status: 'ok', database: 'sqlite', uptime: 1 } }
  if (pathname === '/api/openapi.json') return { status: 200, json: { info: { title: 'Strand', version: '1' } } }
  return { status: 200 }
}

export class FakeElectron {
  /** What servers answer; a test may replace it. */
  network: (url: string) => Answer | Promise<Answer> = strandAnswers
  readonly windows: FakeWindow[] = []
  readonly trays: FakeTray[] = []
  readonly opened: string[] = []
  readonly copied: string[] = []
  /** Files that were shown in their folder. */
  readonly revealed: string[] = []
  /** Those that are shown, the oldest one first. */
  readonly notifications: FakeNotification[] = []
  canNotify = true
  readonly blockers = new Map<number, string>()
  menu: FakeMenu | null = null
  readonly app: FakeApp
  readonly protocol: FakeProtocol
  readonly session: { defaultSession: FakeSession; fromPartition(partition: string): FakeSession }
  /** By partition, as folders are named: the default one is not among them. */
  readonly sessions = new Map<string, FakeSession>()
  readonly powerMonitor = new EventEmitter()
  readonly nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false })
  /** Questions that are shown, each with the function that presses one of its buttons. */
  readonly questions: { options: Electron.MessageBoxOptions; press: (button: string) => void }[] = []
  readonly ipcMain = {
    handlers: new Map<string, IpcHandler>(),
    handle(channel: string, handler: IpcHandler) {
      if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      this.handlers.set(channel, handler)
    },
  }
  private readonly options: FakeOptions
  private lastBlocker = 0

  constructor(options: FakeOptions = {}) {
    this.options = options
    this.app = new FakeApp(this, options)
    const defaultSession = new FakeSession(this)
    this.session = { defaultSession, fromPartition: (partition) => this.sessionOf(partition) }
    this.protocol = defaultSession.protocol
  }

  private sessionOf(partition: string): FakeSession {
    if (!this.app.isReady()) throw new Error('Session can only be received when app is ready')
    const key = partition.toLowerCase()
    const created = this.sessions.get(key) ?? new FakeSession(this)
    this.sessions.set(key, created)
    return created
  }

  /** Waits until what has started is done. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  /** A signal closes it as if it was cancelled. */
  private showQuestion(options: Electron.MessageBoxOptions): Promise<{ response: number }> {
    return new Promise((resolve) => {
      const answer = (response: number) => {
        const index = this.questions.indexOf(question)
        if (index === -1) throw new Error('The question is not shown')
        this.questions.splice(index, 1)
        resolve({ response })
      }
      const question = { options, press: (button: string) => answer(options.buttons!.indexOf(button)) }
      this.questions.push(question)
      options.signal?.addEventListener('abort', () => this.questions.includes(question) && answer(options.cancelId ?? 0))
    })
  }

  /** The module that the shell gets. */
  get module(): ElectronModule {
    const { app, ipcMain, protocol, session, powerMonitor, nativeTheme, options } = this
    const requireReady = (what: string) => {
      if (!app.isReady()) throw new Error(`${what} cannot be used before app is ready`)
    }
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const electron = this
    const module = {
      app,
      ipcMain,
      protocol,
      session,
      powerMonitor,
      nativeTheme,
      dialog: { showMessageBox: (_window: FakeWindow, options: Electron.MessageBoxOptions) => this.showQuestion(options) },
      BrowserWindow: class extends FakeWindow {
        constructor(windowOptions: Electron.BrowserWindowConstructorOptions) {
          super(electron, windowOptions)
        }
      },
      WebContentsView: class extends FakeView {
        constructor(viewOptions: Electron.WebContentsViewConstructorOptions) {
          super(electron, viewOptions)
        }
      },
      Menu: {
        buildFromTemplate: (template: Template) => new FakeMenu(template),
        setApplicationMenu: (menu: FakeMenu | null) => void (this.menu = menu),
      },
      Tray: class extends FakeTray {
        constructor() {
          super()
          requireReady('Tray')
          electron.trays.push(this)
        }
      },
      nativeImage: {
        createFromPath: (path: string) => ({ path, resize: (size: object) => ({ path, ...size }) }),
        createFromBitmap: (pixels: Uint8Array) => ({ bytes: pixels.length }),
      },
      screen: {
        getPrimaryDisplay: () => (requireReady('screen'), { workArea: (options.displays ?? [defaultDisplay])[0] }),
        getAllDisplays: () => (requireReady('screen'), (options.displays ?? [defaultDisplay]).map((workArea) => ({ workArea }))),
      },
      Notification: class extends FakeNotification {
        static isSupported = () => electron.canNotify
        constructor(notificationOptions: Electron.NotificationConstructorOptions) {
          super(notificationOptions, electron.notifications)
          requireReady('Notification')
        }
      },
      shell: {
        openExternal: async (url: string) => void this.opened.push(url),
        showItemInFolder: (path: string) => void this.revealed.push(path),
      },
      clipboard: { writeText: async (text: string) => void this.copied.push(text) },
      powerSaveBlocker: {
        start: (type: string) => {
          this.blockers.set(++this.lastBlocker, type)
          return this.lastBlocker
        },
        stop: (id: number) => this.blockers.delete(id),
      },
    } satisfies FakeModule
    return module as unknown as ElectronModule
  }
}

const defaultDisplay = { x: 0, y: 0, width: 1920, height: 1080 }
