/** The files that a page loads, with their transfer size in bytes. */
import type { BrowserContext, Page } from '@playwright/test'

export interface Load {
  path: string
  type: string
  /** Bytes of the response with its headers, as Chromium counts them. */
  bytes: number
}

/** Milliseconds without a request after which a page is idle. */
const idleMs = 4000

/** Interval (ms) at which `idle` checks for new requests. */
const pollMs = 100

/** Records the files that the page loads from now on. */
export async function watchWire(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const pending = new Map<string, Load>()
  const loads: Load[] = []
  let lastAt = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    lastAt = Date.now()
    if (!/^https?:/.test(request.url)) return
    const { pathname, search } = new URL(request.url)
    pending.set(requestId, { path: pathname + search, type: type ?? 'Other', bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now()
    const load = pending.get(requestId)
    if (!load) return
    pending.delete(requestId)
    loads.push({ ...load, bytes: encodedDataLength })
  })
  session.on('Network.loadingFailed', ({ requestId }) => void pending.delete(requestId))
  await session.send('Network.enable')
  return {
    loads,
    /** Resolves when the page loads nothing for four seconds. */
    async idle(): Promise<void> {
      lastAt = Date.now()
      while (Date.now() - lastAt < idleMs) await new Promise((resolve) => setTimeout(resolve, pollMs))
    },
  }
}

export const kilobytesOf = (loads: readonly Load[], type: string): number =>
  loads.filter((load) => load.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / 1024
