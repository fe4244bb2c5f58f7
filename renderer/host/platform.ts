/**
 * The application that shows the page. The only code that reads `window.strand`, the bridge of the desktop application.
 */
export interface Platform {
  name: 'web' | 'desktop'
}

/**
 * Version of the bridge that this page supports. The desktop application is released independently of the server whose
 * pages it shows: if its bridge has another version, the page behaves as in a browser.
 */
const bridgeProtocol = 1

/** @param bridge the value of `window.strand`: in a browser it may also be an element with the id `strand`. */
export function platformOf(bridge: unknown): Platform {
  const isDesktop = typeof bridge === 'object' && bridge !== null && 'protocol' in bridge && bridge.protocol === bridgeProtocol
  return { name: isDesktop ? 'desktop' : 'web' }
}

export const platform = platformOf((globalThis as { strand?: unknown }).strand)
