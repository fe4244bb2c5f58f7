/** Guards of every page and frame: where they may navigate, and what they may open. */
import type { WebContents } from 'electron'
import { decideNavigation } from '../policy/navigation.ts'
import { isPopupDisposition, isScriptPopup } from '../policy/signIn.ts'
import { decideWindowOpen } from '../policy/windowOpen.ts'
import type { SignInWindows } from './signInWindows.ts'

export interface GuardOptions {
  server(): string | null
  /** Whether the contents are the page in the main window. */
  isMain(): boolean
  signIn: SignInWindows
  /** Opens an address in the system's browser. */
  openExternal(url: string): void
  /** Shows a path of the server in the window, without loading the page again. */
  openPage(path: string): void
  /** A redirect of the window to another site was prevented. */
  onRedirectDenied(): void
  /** Carries out a link or form of the application's own pages. */
  runCommand(url: string): void
}

interface NavigationDetails {
  url: string
  isMainFrame: boolean
  frame: { parent: { parent: unknown } | null } | null
  initiator?: { origin: string } | null
  preventDefault(): void
}

/** Reading a frame that has been destroyed may throw. */
function originOfFrame(frame: NavigationDetails['initiator']): string | null {
  try {
    return frame?.origin ?? null
  } catch {
    return null
  }
}

/** Whether the frame is within the frame of a provider. */
function isNestedFrame({ frame }: NavigationDetails): boolean {
  try {
    return frame?.parent != null && frame.parent.parent !== null
  } catch {
    return false
  }
}

export function guardContents(contents: WebContents, options: GuardOptions): void {
  const { server, isMain, signIn, openExternal, openPage, onRedirectDenied, runCommand } = options
  const decide = (details: NavigationDetails, isRedirect = false): void => {
    const { url, isMainFrame } = details
    if (signIn.owns(contents)) {
      if (!signIn.allows(contents, details)) details.preventDefault()
      return
    }
    const decision = decideNavigation({
      url,
      isMainFrame,
      isNested: isNestedFrame(details),
      initiator: originOfFrame(details.initiator),
      server: server(),
    })
    if (decision === 'allow') return
    details.preventDefault()
    // A redirect is neither a link nor a form that a person has used.
    if (isRedirect) {
      if (isMainFrame) setImmediate(onRedirectDenied)
      return
    }
    if (decision === 'external') openExternal(url)
    if (decision === 'command') runCommand(url)
    if (decision === 'signIn' && isMain()) signIn.open(url)
  }
  // Of a main frame's navigation, Electron emits `will-frame-navigate` too: it is decided once.
  contents.on('will-navigate', (details) => decide(details))
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame) decide(details)
  })
  contents.on('will-redirect', (details) => decide(details, true))
  // No page and no frame can prevent that the window is closed or shows something else.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('did-create-window', (window, { url }) => signIn.adopt(window, url))
  contents.setWindowOpenHandler(({ url, features, disposition }) => {
    if (signIn.owns(contents)) return { action: 'deny' }
    const decision = decideWindowOpen(url, server())
    if (decision.action === 'signIn' && isMain() && isPopupDisposition(disposition)) {
      if (isScriptPopup(features)) return signIn.popup(url)
      setImmediate(() => signIn.open(url))
    }
    // Not within the handler: opening a program may take a second.
    if (decision.action === 'external') setImmediate(() => openExternal(decision.url))
    if (decision.action === 'page') setImmediate(() => openPage(decision.path))
    return { action: 'deny' }
  })
}
