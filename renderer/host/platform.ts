/**
 * The application that shows the page. The only code that reads `window.strand`, the bridge of the desktop application.
 */
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { Bridge } from '../../electron/bridge.ts'

export type DesktopBridge = Bridge

export interface Platform {
  name: 'web' | 'desktop'
  /** What the page can request of the desktop application; null in a browser. */
  bridge: DesktopBridge | null
}

/**
 * Version of the bridge that this page supports. The desktop application is released independently of the server whose
 * pages it shows: if its bridge has another version, the page behaves as in a browser.
 */
const bridgeProtocol: Bridge['protocol'] = 1

/** @param bridge the value of `window.strand`: in a browser it may also be an element with the id `strand`. */
export function platformOf(bridge: unknown): Platform {
  const isDesktop = typeof bridge === 'object' && bridge !== null && 'protocol' in bridge && bridge.protocol === bridgeProtocol
  return isDesktop ? { name: 'desktop', bridge: bridge as Bridge } : { name: 'web', bridge: null }
}

/** Whether the page may offer to continue in the desktop application: in a browser, on a system for which the application exists. */
export function canOpenApp({ name }: Platform, { userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad presents itself as a Mac.
  return name === 'web' && /Windows NT|X11;.*Linux|Macintosh/.test(userAgent) && !(/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** The link that shows a path of this site in the desktop application, on this server. @param origin of this site */
export const appLink = (path: string, origin: string): string => `strand://open${path}#${origin}`

/** Shows a path of this site in the desktop application. If it is not installed, browsers do nothing, so that the page explains it. */
export function openInApp(path: string): void {
  location.assign(appLink(path, location.origin))
  showToast({ text: t.menu.openingApp, length: 'long' })
}

export const platform = platformOf((globalThis as { strand?: unknown }).strand)
