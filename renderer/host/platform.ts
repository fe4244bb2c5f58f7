/** The application that shows the page. The only reader of `window.strand`, the bridge of the desktop application. */
export interface Platform {
  name: 'web' | 'desktop'
}

/** The desktop application is released apart from the server whose pages it shows: with another bridge a page behaves as in a browser. */
const bridgeProtocol = 1

/** @param bridge may be anything: a browser also finds an element by its id there. */
export function platformOf(bridge: unknown): Platform {
  const isDesktop = typeof bridge === 'object' && bridge !== null && 'protocol' in bridge && bridge.protocol === bridgeProtocol
  return { name: isDesktop ? 'desktop' : 'web' }
}

export const platform = platformOf((globalThis as { strand?: unknown }).strand)
