/** What the window shows: pages of the current server, or the application's own pages. */
import type { BrowserWindow, Session } from 'electron'
import { findBarPath } from '../policy/findBar.ts'
import { originOf, shellOrigin, shellScheme } from '../policy/origins.ts'
import { parseServerAddress } from '../policy/serverAddress.ts'
import { problemOfLoad, type ServerProblem, type ServerVerdict } from '../policy/serverCheck.ts'
import { addServer, removeServer, selectServer } from '../policy/serverList.ts'
import { renderShellPage, shellPolicy, shellStyles, stylePath, type ShellCommand, type ShellPage } from '../policy/shellPages.ts'
import { createPageLoader } from './pageLoader.ts'
import type { SettingsFile } from './settingsFile.ts'

export interface ConnectionOptions {
  window(): BrowserWindow | null
  settings: SettingsFile
  check(origin: string): Promise<ServerVerdict>
  /** The list of servers, or the current one, has changed. */
  onChange(): void
  /** One of the application's own pages replaces that of the server. */
  onOwnPage(): void
}

export interface Connection {
  /** The origin of the current server. */
  server(): string | null
  /** Shows the current server, from its service worker if it is offline; the choice of a server if there is none. */
  start(): void
  run(command: ShellCommand): void
  /** Shows a path of the current server by a load. */
  openPath(path: string): void
  /** Called if the server redirects the window to another address, which was prevented. */
  onRedirectDenied(): void
  /** Follows the loads of a window. */
  watch(window: BrowserWindow): void
  respond(request: Request): Response
}

/** Statuses by which a proxy reports that the server behind it does not run. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

const toOrigin = (text: string): string | null => {
  const parsed = parseServerAddress(text)
  return parsed.ok ? parsed.origin : null
}

export function createConnection({ window, settings, check, onChange, onOwnPage }: ConnectionOptions): Connection {
  const loader = createPageLoader({ window, first: { name: 'servers', list: settings.get().servers }, onOwnPage })
  const { begin, show, shown, loadServer } = loader
  /** Servers whose version has been checked since the start. */
  const checked = new Set<string>()

  const server = (): string | null => settings.get().servers.current

  const showServers = (more: { address?: string; problem?: (ShellPage & { name: 'servers' })['problem'] } = {}): void =>
    void show({ name: 'servers', list: settings.get().servers, ...more })

  function open(origin: string): void {
    settings.set({ servers: addServer(settings.get().servers, origin) })
    onChange()
    void loadServer(origin)
  }

  /** Checks a server, and shows it if it is compatible. Only then is it remembered. */
  async function connect(origin: string): Promise<void> {
    const isLatest = begin()
    void show({ name: 'connecting', origin })
    const verdict = await check(origin)
    if (!isLatest()) return
    if (!verdict.ok) return void show({ name: 'problem', origin, problem: verdict.problem })
    checked.add(origin)
    open(origin)
  }

  function add(address: string): void {
    const parsed = parseServerAddress(address)
    if (!parsed.ok) return showServers({ address: address.slice(0, 500), problem: parsed.problem })
    if (!parsed.isEncrypted) return void show({ name: 'unencrypted', origin: parsed.origin })
    void connect(parsed.origin)
  }

  function run(command: ShellCommand): void {
    begin()
    if (command.type === 'servers') return showServers()
    if (command.type === 'add') return add(command.address)
    const origin = toOrigin(command.origin)
    if (origin === null) return showServers()
    const { servers } = settings.get()
    switch (command.type) {
      case 'confirm':
        return void connect(origin)
      case 'open':
        if (!servers.servers.includes(origin)) return showServers()
        settings.set({ servers: selectServer(servers, origin) })
        onChange()
        return void loadServer(origin)
      case 'retry':
        // A known server is loaded at once: its service worker may start it without a network.
        if (servers.servers.includes(origin)) return run({ type: 'open', origin })
        return void connect(origin)
      case 'remove':
        settings.set({ servers: removeServer(servers, origin) })
        onChange()
        return showServers()
    }
  }

  /** A server may have been upgraded since it was chosen. Failures are ignored: the page may have come from the service worker. */
  async function checkVersion(origin: string): Promise<void> {
    if (checked.has(origin)) return
    checked.add(origin)
    const isLatest = loader.latest()
    const verdict = await check(origin)
    // Checked again after the next load.
    if (!verdict.ok && verdict.problem !== 'incompatible') checked.delete(origin)
    if (!verdict.ok && verdict.problem === 'incompatible' && isLatest() && server() === origin)
      void show({ name: 'problem', origin, problem: 'incompatible' })
  }

  const fail = (problem: ServerProblem): void => {
    const origin = server()
    if (origin !== null) void show({ name: 'problem', origin, problem })
  }

  return {
    server,
    run,
    start() {
      const origin = server()
      if (origin === null) showServers()
      else void loadServer(origin)
    },
    openPath(path) {
      const origin = server()
      if (origin !== null) void loadServer(origin, path)
    },
    onRedirectDenied() {
      if (shown() !== server()) fail('redirected')
    },
    watch({ webContents }) {
      loader.setShown(null)
      webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
        const problem = problemOfLoad(code)
        if (isMainFrame && problem !== null && originOf(url) === server()) fail(problem)
      })
      webContents.on('did-navigate', (_event, url, status) => {
        const origin = originOf(url)
        // Back must lead neither to another server, whose page could not use the bridge, nor to one of the application's own pages.
        if (origin !== shown() || origin === shellOrigin) webContents.navigationHistory.clear()
        loader.setShown(origin)
        if (origin === null || origin !== server()) return
        if (gatewayStatuses.has(status)) fail('unavailable')
        else void checkVersion(origin)
      })
    },
    respond: ({ url }) => respondTo(url, loader.page()),
  }
}

function respondTo(url: string, page: ShellPage): Response {
  return new URL(url).pathname === stylePath ? toResponse(shellStyles, 'css') : toResponse(renderShellPage(page), 'html')
}

function toResponse(body: string, type: 'css' | 'html'): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `text/${type}; charset=utf-8`,
      'Content-Security-Policy': shellPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}

/** Serves the application's own pages in a session. */
export function serveShellPages(session: Session, { respond }: Connection, renderFindBar: () => string): void {
  session.protocol.handle(shellScheme, (request) =>
    new URL(request.url).pathname === findBarPath ? toResponse(renderFindBar(), 'html') : respond(request),
  )
}
