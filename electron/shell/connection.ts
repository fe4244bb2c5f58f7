/** What the window shows: pages of the current server, or the application's own pages. */
import type { BrowserWindow, Session, WebContents } from 'electron'
import { findBarPath } from '../policy/findBar.ts'
import { originOf, shellOrigin, shellScheme } from '../policy/origins.ts'
import { parseServerAddress } from '../policy/serverAddress.ts'
import { problemOfLoad, type ServerProblem, type ServerVerdict } from '../policy/serverCheck.ts'
import { addServer, removedServers, removeServer, selectServer, type ServerList } from '../policy/serverList.ts'
import { renderShellPage, shellPolicy, shellStyles, stylePath, type ShellCommand, type ShellPage } from '../policy/shellPages.ts'
import { createPageLoader } from './pageLoader.ts'
import type { SettingsFile } from './settingsFile.ts'

export interface ConnectionOptions {
  window(): BrowserWindow | null
  /** Replaces the window if its session is not that of the current server. Returns whether it did. */
  replaceWindow(): boolean
  settings: SettingsFile
  /** In the field for an address while there are no servers. */
  suggestedAddress: string
  check(origin: string): Promise<ServerVerdict>
  /** The list of servers, or the current one, has changed. */
  onChange(): void
  /** One of the application's own pages replaces that of the server. */
  onOwnPage(): void
  /** A server has been removed from the list. */
  onRemove(server: string): void
}

export interface Connection {
  /** The origin of the current server. */
  server(): string | null
  /** Shows the current server, from its service worker if it is offline; the choice of a server if there is none. */
  start(): void
  run(command: ShellCommand): void
  /** Shows a path of the current server by a load. */
  openPath(path: string): void
  /** Shows a path of a server. One that is not in the list is only suggested to the person. */
  openOn(origin: string, path: string): void
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

export function createConnection(options: ConnectionOptions): Connection {
  const { window, replaceWindow, settings, suggestedAddress, check, onChange, onOwnPage, onRemove } = options
  const loader = createPageLoader({ window, replaceWindow, first: { name: 'servers', list: settings.get().servers }, onOwnPage })
  const { begin, show, shown, loadServer } = loader
  const versions = createVersionCheck(check)

  const server = (): string | null => settings.get().servers.current

  function showServers(more: { address?: string; problem?: (ShellPage & { name: 'servers' })['problem'] } = {}): void {
    const list = settings.get().servers
    void show({ name: 'servers', list, ...(list.servers.length === 0 && { address: suggestedAddress }), ...more })
  }

  function setServers(servers: ServerList): void {
    const removed = removedServers(settings.get().servers, servers)
    settings.set({ servers })
    for (const origin of removed) {
      versions.forget(origin)
      onRemove(origin)
    }
    onChange()
  }

  function open(origin: string): void {
    setServers(addServer(settings.get().servers, origin))
    void loadServer(origin)
  }

  /** Checks a server, and shows it if it is compatible. Only then is it remembered. */
  async function connect(origin: string): Promise<void> {
    const isLatest = begin()
    void show({ name: 'connecting', origin })
    const verdict = await check(origin)
    if (!isLatest()) return
    if (!verdict.ok) return void show({ name: 'problem', origin, problem: verdict.problem })
    versions.add(origin)
    open(origin)
  }

  function add(address: string): void {
    const parsed = parseServerAddress(address)
    if (!parsed.ok) return showServers({ address: address.slice(0, 500), problem: parsed.problem })
    if (!parsed.isEncrypted) return void show({ name: 'unencrypted', origin: parsed.origin })
    void connect(parsed.origin)
  }

  function openOn(origin: string, path: string): void {
    begin()
    const { servers } = settings.get()
    if (!servers.servers.includes(origin)) return showServers({ address: origin })
    setServers(selectServer(servers, origin))
    void loadServer(origin, path)
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
        return openOn(origin, '/')
      case 'retry':
        // A known server is loaded at once: its service worker may start it without a network.
        return servers.servers.includes(origin) ? openOn(origin, '/') : void connect(origin)
      case 'remove':
        setServers(removeServer(servers, origin))
        return showServers()
    }
  }

  async function checkVersion(origin: string): Promise<void> {
    const isLatest = loader.latest()
    const isCompatible = await versions.check(origin)
    if (!isCompatible && isLatest() && server() === origin) void show({ name: 'problem', origin, problem: 'incompatible' })
  }

  /** Explains why a page of the current server cannot be shown. */
  const fail = (problem: ServerProblem, origin: string | null): void => {
    if (origin !== null && origin === server()) void show({ name: 'problem', origin, problem })
  }

  return {
    server,
    run,
    openOn,
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
      if (shown() !== server()) fail('redirected', server())
    },
    watch({ webContents }) {
      loader.setShown(null)
      // A window that has been replaced exists until its successor is shown.
      followLoads(webContents, () => window()?.webContents === webContents, {
        onFail: fail,
        onShow(origin, status) {
          // Back must lead neither to another server, whose page could not use the bridge, nor to one of the application's own pages.
          if (origin !== shown() || origin === shellOrigin) webContents.navigationHistory.clear()
          loader.setShown(origin)
          if (origin === null || origin !== server()) return
          if (gatewayStatuses.has(status)) fail('unavailable', origin)
          else void checkVersion(origin)
        },
      })
    },
    respond: ({ url }) => respondTo(url, loader.page()),
  }
}

interface Loads {
  onFail(problem: ServerProblem, origin: string | null): void
  onShow(origin: string | null, status: number): void
}

function followLoads(contents: WebContents, isCurrent: () => boolean, { onFail, onShow }: Loads): void {
  contents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    const problem = problemOfLoad(code)
    if (isCurrent() && isMainFrame && problem !== null) onFail(problem, originOf(url))
  })
  contents.on('did-navigate', (_event, url, status) => {
    if (isCurrent()) onShow(originOf(url), status)
  })
}

/** A server may have been upgraded since it was chosen. Each is checked once after the start. */
function createVersionCheck(check: ConnectionOptions['check']) {
  const checked = new Set<string>()
  return {
    add: (origin: string): void => void checked.add(origin),
    forget: (origin: string): void => void checked.delete(origin),
    /** False if the server is incompatible. Other failures are ignored: the page may have come from the service worker. */
    async check(origin: string): Promise<boolean> {
      if (checked.has(origin)) return true
      checked.add(origin)
      const verdict = await check(origin)
      if (verdict.ok || verdict.problem === 'incompatible') return verdict.ok
      // Checked again after the next load.
      checked.delete(origin)
      return true
    },
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
export function serveShellPages(session: Session, { respond }: Pick<Connection, 'respond'>, renderFindBar: () => string): void {
  session.protocol.handle(shellScheme, (request) =>
    new URL(request.url).pathname === findBarPath ? toResponse(renderFindBar(), 'html') : respond(request),
  )
}
