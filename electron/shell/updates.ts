/** Checks for new versions, downloads them, and installs them on quit, as `electron/policy/update.ts` decides. */
import { desktop } from '#texts/en/desktop.ts'
import type { MenuEntry, System } from '../policy/actions.ts'
import type { Playback } from '../policy/playback.ts'
import {
  canCheck,
  canInstall,
  checkIntervalMs,
  firstCheckMs,
  shouldDownload,
  updateEntry,
  type UpdateAction,
  type UpdateMethod,
  type UpdateState,
} from '../policy/update.ts'
import type { ElectronModule } from './electronModule.ts'
import type { Log } from './log.ts'
import type { Notifier } from './notifier.ts'
import type { SettingsFile } from './settingsFile.ts'

/** Where new versions come from. */
export interface UpdateSource {
  /** The newer version that this computer is offered; null if there is none. */
  check(): Promise<string | null>
  /** Downloads and verifies it, so that it is installed on quit. */
  download(): Promise<void>
  /** Quits, installs and starts again. */
  install(): void
}

/** The date of the newest feed that was accepted; null before the first one. It outlasts the application. */
export interface AcceptedDate {
  get(): string | null
  set(date: string): void
}

export interface UpdateOptions {
  method: UpdateMethod
  /** A page from which people can get a new version. */
  page: string
  /** Loads the source, which is not needed at the start. */
  load(accepted: AcceptedDate): Promise<UpdateSource>
}

export interface UpdateContext {
  app: Pick<ElectronModule['app'], 'getVersion'>
  system: System
  settings: SettingsFile
  notifier: Notifier
  log: Log
  playback(): Playback
  openExternal(url: string): void
  /** The menu has changed. */
  onChange(): void
  /** The application ends, in order to install. */
  onInstall(): void
}

export interface Updates {
  /** Entries of the menu. */
  entries(): MenuEntry[]
  start(): void
  run(action: UpdateAction): void
  /** Continues what has waited for the end of playback. */
  advance(): void
}

/** Without a feed, there is neither a check nor an entry. */
const noUpdates: Updates = { entries: () => [], start: () => undefined, run: () => undefined, advance: () => undefined }

const tag = 'update'

export function createUpdates(options: UpdateOptions | null, context: UpdateContext): Updates {
  if (options === null) return noUpdates
  const { method, page } = options
  const { notifier, log, settings } = context
  const accepted: AcceptedDate = { get: () => settings.get().feedDate, set: (feedDate) => settings.set({ feedDate }) }
  let state: UpdateState = { status: 'idle' }
  let loading: Promise<UpdateSource> | null = null
  /** A version is announced once, though it is found again at each check. */
  let announced = ''

  const source = (): Promise<UpdateSource> => (loading ??= options.load(accepted))
  const situation = () => ({ state, method, playback: context.playback() })
  const show = (title: string, body: string, action?: { button: string; onClick(): void }): void =>
    notifier.show({ tag, title, body, onClick: () => undefined, ...action })

  function set(next: UpdateState): void {
    state = next
    context.onChange()
  }

  async function check(isRequested: boolean): Promise<void> {
    if (!canCheck(state)) return
    set({ status: 'checking' })
    try {
      const version = await (await source()).check()
      set(version === null ? { status: 'idle' } : { status: 'available', version })
      if (version === null && isRequested) show(desktop.updates.current, desktop.updates.currentText(context.app.getVersion()))
      if (version !== null) announce(version, isRequested)
    } catch (error) {
      log('warn', 'The check for updates has failed', error)
      set({ status: 'idle' })
      if (isRequested) show(desktop.updates.failed, desktop.updates.failedText)
    }
  }

  function announce(version: string, isRequested: boolean): void {
    if (method === 'install') return advance()
    if (announced === version && !isRequested) return
    announced = version
    show(desktop.updates.available(version), desktop.updates.availableText, {
      button: desktop.updates.getButton,
      onClick: () => context.openExternal(page),
    })
  }

  async function download(version: string): Promise<void> {
    set({ status: 'downloading', version })
    try {
      await (await source()).download()
      set({ status: 'ready', version })
      show(desktop.updates.ready(version), desktop.updates.readyText)
    } catch (error) {
      log('warn', 'The download of an update has failed', error)
      // The next check tries again.
      set({ status: 'idle' })
    }
  }

  function advance(): void {
    if (state.status === 'available' && shouldDownload(situation())) void download(state.version)
  }

  async function install(): Promise<void> {
    if (!canInstall(situation())) return
    const loaded = await source()
    context.onInstall()
    loaded.install()
  }

  return {
    entries: () => [updateEntry(situation(), context.system)],
    advance,
    start() {
      setTimeout(() => void check(false), firstCheckMs).unref()
      setInterval(() => void check(false), checkIntervalMs).unref()
    },
    run(action) {
      if (action === 'checkForUpdates') void check(true)
      else if (action === 'installUpdate') void install()
      else if (method === 'notify') context.openExternal(page)
      else if (state.status === 'available') void download(state.version)
    },
  }
}
