/** Starts the desktop application: its order is Electron's, and every decision is one of `electron/policy`. */
import type { WebContents } from 'electron'
import type { Action, System } from '../policy/actions.ts'
import { parseCommandLine } from '../policy/argv.ts'
import { contextMenu, type ClickedPlace } from '../policy/contextMenu.ts'
import { linkScheme, parseDeepLink } from '../policy/deepLink.ts'
import { parseFindCommand } from '../policy/findBar.ts'
import { menuBar } from '../policy/menu.ts'
import { isExternalLink } from '../policy/navigation.ts'
import { shellScheme } from '../policy/origins.ts'
import { noPlayback, type PlayerCommand } from '../policy/playback.ts'
import { parseShellCommand } from '../policy/shellPages.ts'
import type { EventName, EventValue } from '../bridge.ts'
import type { Cast } from '../cast/index.ts'
import { createActivity, watchSleep, type Activity } from './activity.ts'
import { sendEvent, serveBridge, type Handlers } from './bridgeServer.ts'
import { createCastServer, type CastServer } from './castServer.ts'
import { checkServer } from './checkServer.ts'
import { createConnection, serveShellPages, type Connection } from './connection.ts'
import { guardContents } from './contentsGuards.ts'
import { createDownloadWatcher } from './downloads.ts'
import type { ElectronModule } from './electronModule.ts'
import { createFindBar, type FindBar } from './findBar.ts'
import { takeReload, watchHungPage } from './hungPage.ts'
import { createIntentQueue, type IntentQueue } from './intents.ts'
import type { Log } from './log.ts'
import { createMainWindow, type MainWindow } from './mainWindow.ts'
import { toTemplate } from './menus.ts'
import { createNoticeReporter } from './notices.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { createPresenter } from './presenter.ts'
import { runAction } from './runAction.ts'
import { guardSession } from './sessionGuards.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openSettings, type SettingsFile } from './settingsFile.ts'
import { createSignInWindows, type SignInWindows } from './signInWindows.ts'
import { createSystemControls } from './systemControls.ts'
import { createUpdates, type UpdateOptions, type Updates } from './updates.ts'

/** A page that crashes again within this time is not loaded again. */
const crashIntervalMs = 30_000
/** Of links that are opened by the system within this time (ms), only the first one is: frames may open many. */
const externalIntervalMs = 500

export interface ShellOptions {
  argv: readonly string[]
  system: System
  /** Path of the settings; the folder is created. */
  settingsPath: string
  preload: string
  icon: string
  cast: Cast
  /** While the application is not packaged: what the system calls to open a link, and the address of the local server. */
  development: { executable: string; args: string[]; server: string } | null
  /** Null without a feed of new versions. */
  updates: UpdateOptions | null
  log: Log
}

/** Returns false if another instance runs, which has been given the command line. */
export function startShell(electron: ElectronModule, options: ShellOptions): boolean {
  const { app, protocol } = electron
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return false
  }
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([{ scheme: shellScheme, privileges: { standard: true, secure: true } }])
  if (options.development) app.setAsDefaultProtocolClient(linkScheme, options.development.executable, options.development.args)
  else app.setAsDefaultProtocolClient(linkScheme)
  const shell = createShell(electron, options)
  // Before `ready`: macOS sends the link that starts the application.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    shell.receive(parseDeepLink(url))
  })
  app.on('second-instance', (_event, argv) => {
    shell.receive(parseCommandLine(argv).intent)
    shell.show()
  })
  app.on('web-contents-created', (_event, contents) => shell.guard(contents))
  const { intent, isHidden } = parseCommandLine(options.argv)
  shell.receive(intent)
  void app.whenReady().then(() => shell.start(isHidden && intent === null))
  return true
}

/** What menus and pages can do. Nothing of Electron is used before `start`, except what is allowed before `ready`. */
function createShell(electron: ElectronModule, options: ShellOptions) {
  const { app, ipcMain, Menu, powerMonitor } = electron
  const { system, log } = options
  const settings: SettingsFile = openSettings(options.settingsPath, log)
  let isQuitting = false
  let isStarted = false
  const markQuitting = (): void => void (isQuitting = true)

  const contents = (): WebContents | null => window.current()?.webContents ?? null
  const send = <N extends EventName>(name: N, value: EventValue<N>): boolean => sendEvent(contents(), connection.server(), name, value)
  const sendCommand = (command: PlayerCommand): void => void send('onPlayerCommand', command)
  const openExternal = createOpener(electron.shell, log)

  const intents = createIntentQueue((intent) => send('onIntent', intent))
  const cast = createCastServer({ cast: options.cast, send, log })
  const notifier = createNotifier(electron, { icon: options.icon, log })
  const controls = createSystemControls(electron, { system, icon: options.icon, run })
  const window: MainWindow = createMainWindow(electron, {
    settings,
    preload: options.preload,
    icon: options.icon,
    session: () => sessions.of(connection.server()),
    // On macOS, applications continue without a window.
    isHiddenOnClose: () => !isQuitting && (system === 'darwin' || settings.get().isClosingToTray),
    onCreate(created) {
      controls.resetTaskbar()
      connection.watch(created)
      findBar.watch(created)
      watchHungPage(created, electron)
      created.on('closed', () => {
        // Another server has another window, whose page may cast already.
        if (window.current() === null) cast.reset()
      })
    },
    onChange() {
      if (window.isMini()) findBar.close()
      update()
      send('onMiniPlayer', window.isMini())
    },
  })
  const activity = createActivity({ controls, window, onPlaybackChange: update })
  const findBar = createFindBar(electron, window.current)
  const updateEvents = { onChange: update, onInstall: markQuitting }
  const updateContext = { app, system, settings, notifier, log, openExternal, playback: activity.playback, ...updateEvents }
  const updates: Updates = createUpdates(options.updates, updateContext)
  const connection: Connection = createConnection({
    window: window.current,
    replaceWindow: () => window.replace(),
    settings,
    suggestedAddress: options.development?.server ?? '',
    // Without cookies: the session of a server that is not known yet would be created for nothing.
    check: (origin) => checkServer(sessions.of(null), origin),
    onOwnPage() {
      // It is no player.
      window.setMini(false)
      signIn.close()
    },
    onChange: update,
    onRemove: (origin) => void sessions.clear(origin),
  })
  const sessions = createGuardedSessions(electron, { activity, connection, findBar, log, notifier })

  const signIn = createSignInWindows(electron, {
    server: connection.server,
    session: () => sessions.of(connection.server()),
    window: window.current,
    notifier,
    onResult: connection.openPath,
  })

  function update(): void {
    if (!isStarted) return
    const { servers, isClosingToTray } = settings.get()
    const state = { system, servers, isClosingToTray, playback: activity.playback(), isMini: window.isMini() }
    const bar = menuBar({ ...state, isDevelopment: options.development !== null, updates: updates.entries() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(toTemplate(bar, run)))
    activity.updateControls()
    updates.advance()
  }

  const { show, openPage, openOn, receive, start: showFirst } = createPresenter({ window, connection, intents, isStarted: () => isStarted })

  function run(action: Action): void {
    const parts = { electron, settings, window, activity, connection, findBar, updates }
    runAction(action, { ...parts, contents, sendCommand, openPage, openExternal, show, update })
  }

  const handlers: Handlers = {
    takeIntents: intents.take,
    reportPlayback: activity.setPlayback,
    reportNotices: createNoticeReporter({ server: connection.server, notifier, isFocused: window.isFocused, open: openOn }),
    getMiniPlayer: window.isMini,
    setMiniPlayer: activity.setMini,
    ...cast.handlers,
  }

  function onResume(): void {
    send('onResume', undefined)
    cast.resume()
  }

  function start(isHidden: boolean): void {
    isStarted = true
    // For the bar to find text.
    sessions.of(null)
    serveBridge(ipcMain, { server: connection.server, contents, log, handlers })
    watchSleep(powerMonitor, { playback: activity.playback, sendCommand, onSuspend: cast.suspend, onResume })
    watchApplication(app, { onQuit: markQuitting, onActivate: show })
    window.open({ isHidden })
    showFirst()
    updates.start()
    update()
  }

  const guard = (created: WebContents): void =>
    guardPage(created, { activity, cast, connection, contents, findBar, intents, log, Menu, openExternal, openPage, run, signIn, system })

  return { start, show, receive, guard }
}

function watchApplication(app: ElectronModule['app'], { onQuit, onActivate }: { onQuit(): void; onActivate(): void }): void {
  // Electron would send the first certificate of the person to any site that requests one, without a question.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault()
    callback()
  })
  app.on('before-quit', onQuit)
  app.on('window-all-closed', () => app.quit())
  app.on('activate', onActivate)
}

/** Opens links in the system's browser. */
function createOpener(shell: ElectronModule['shell'], log: Log): (url: string) => void {
  let openedAt = -Infinity
  return (url) => {
    const now = performance.now()
    if (!isExternalLink(url) || now - openedAt < externalIntervalMs) return
    openedAt = now
    shell.openExternal(url).catch((error: unknown) => log('warn', 'A link could not be opened', error))
  }
}

interface SessionContext extends Pick<ShellOptions, 'log'> {
  activity: Activity
  connection: Connection
  findBar: FindBar
  notifier: Notifier
}

function createGuardedSessions(electron: ElectronModule, { activity, connection, findBar, log, notifier }: SessionContext): Sessions {
  const showInFolder = (path: string): void => electron.shell.showItemInFolder(path)
  const watchDownloads = createDownloadWatcher({ log, notifier, onProgress: activity.setDownloads, showInFolder })
  return createSessions(
    electron,
    (session, server) => {
      guardSession(session, server)
      serveShellPages(session, connection, findBar.render)
      watchDownloads(session, server)
    },
    log,
  )
}

interface PageContext extends Pick<ShellOptions, 'log' | 'system'> {
  activity: Activity
  cast: CastServer
  connection: Connection
  /** The page in the window. */
  contents(): WebContents | null
  findBar: FindBar
  intents: IntentQueue
  Menu: ElectronModule['Menu']
  openExternal(url: string): void
  openPage(path: string): void
  run(action: Action): void
  signIn: SignInWindows
}

/** The path of an address, with all that follows it; the home page for one that is not on the server. */
function pathOn(url: string, server: string | null): string {
  const { origin, pathname, search, hash } = new URL(url)
  return origin === server ? pathname + search + hash : '/'
}

function guardPage(created: WebContents, context: PageContext): void {
  const { activity, cast, connection, contents, findBar, intents, log, Menu, openExternal, openPage, run, signIn, system } = context
  guardContents(created, {
    server: connection.server,
    isMain: () => created === contents(),
    signIn,
    openExternal,
    openPage,
    onRedirectDenied: connection.onRedirectDenied,
    runCommand(url) {
      const findCommand = parseFindCommand(url)
      const command = parseShellCommand(url)
      if (findCommand !== null) findBar.run(findCommand)
      else if (command !== null) connection.run(command)
    },
  })
  function forget(): void {
    intents.reset()
    cast.reset()
    // Another page reports its own player.
    activity.setPlayback(noPlayback)
  }
  watchPage(created, {
    onLeave() {
      // The bar to find text is no page of the window.
      if (created === contents()) forget()
    },
    onCrash(reason, isRepeated) {
      if (created !== contents()) return
      log('error', `The page has crashed: ${reason}`)
      forget()
      if (isRepeated) connection.run({ type: 'servers' })
      else connection.start()
    },
    onReload(url) {
      if (created !== contents()) return
      log('warn', 'The page does not respond, and is loaded again')
      forget()
      connection.openPath(pathOn(url, connection.server()))
    },
    onContextMenu(place) {
      const entries = contextMenu(place, system, connection.server())
      if (entries.length > 0) Menu.buildFromTemplate(toTemplate(entries, run)).popup()
    },
  })
}

interface PageListeners {
  onLeave(): void
  /** `isRepeated`: it has crashed a short time ago too. */
  onCrash(reason: string, isRepeated: boolean): void
  /** It was ended, in order to load this address again. */
  onReload(url: string): void
  onContextMenu(place: ClickedPlace): void
}

function watchPage(contents: WebContents, { onLeave, onCrash, onReload, onContextMenu }: PageListeners): void {
  // Not at `did-start-navigation`: that precedes `will-navigate`, also of a link that is prevented and of a download.
  contents.on('did-navigate', onLeave)
  let crashedAt = -Infinity
  contents.on('render-process-gone', (_event, { reason }) => {
    const url = takeReload(contents)
    if (url !== null) return onReload(url)
    if (reason === 'clean-exit') return
    const isRepeated = performance.now() - crashedAt < crashIntervalMs
    crashedAt = performance.now()
    onCrash(reason, isRepeated)
  })
  contents.on('context-menu', (_event, place) => onContextMenu(place))
}
