/**
 * The application that shows the page. The only code that reads `window.strand`, the bridge of the desktop application.
 */
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

export const platform = platformOf((globalThis as { strand?: unknown }).strand)
