/**
 * Decides when the page is loaded in full (R14). At the next navigation, if an answer of the server came from another
 * build; at once, if an answer has a redirect header or is an HTML page in place of JSON.
 */
export interface FullLoadContext {
  /** The build of this page; null without one, as in development. */
  build: string | null
  /** A form is dirty or media plays: a full load would lose it. */
  isBusy(): boolean
  now(): number
  /** The last full load of this tab and the number of consecutive ones; must survive the load. */
  last: { read(): Loads; write(loads: Loads): void }
  origin: string
  here(): string
  load(to: string): void
  /** Another build is deployed; called once. */
  onStale(): void
}

/** The full loads of a tab: the time of the last one (ms since 1970), and the number of consecutive ones. */
export interface Loads {
  at: number
  count: number
}

/** Milliseconds between two loads, doubled each time, so that a permanent cause does not reload the page in a loop. */
const minIntervalMs = 10_000
/** After this time without a load (ms), the interval starts at its minimum again. */
const seriesEndMs = 60 * 60_000

export interface FullLoad {
  inspectResponse(answer: Response): void
  /** Replaces a navigation by a full load if one is due. Returns whether it did. */
  replaceNavigation(to: string): boolean
}

/** The minimum time (ms) between the load with this number, from 1, and the next one; 0 before the first load. */
const intervalAfter = (count: number): number => (count === 0 ? 0 : minIntervalMs * 2 ** (count - 1))

export function createFullLoad(context: FullLoadContext): FullLoad {
  let isStale = false

  function load(to: string): boolean {
    const at = context.now()
    const last = context.last.read()
    // Absolute, in case the clock was set back.
    const elapsed = Math.abs(at - last.at)
    const count = elapsed < Math.max(seriesEndMs, 2 * intervalAfter(last.count)) ? last.count : 0
    if (context.isBusy() || elapsed < intervalAfter(count)) return false
    context.last.write({ at, count: count + 1 })
    context.load(to)
    return true
  }

  /**
   * A path within the site; null for other addresses, because a header is not trusted. A path with two leading slashes
   * would lead to another host.
   */
  function internalPath(to: string): string | null {
    if (!to.startsWith('/') || !URL.canParse(to, context.origin)) return null
    const { origin, pathname, search, hash } = new URL(to, context.origin)
    return origin === context.origin && !pathname.startsWith('//') ? pathname + search + hash : null
  }

  return {
    inspectResponse({ headers, ok }) {
      const build = headers.get('x-strand-build')
      if (!isStale && context.build !== null && build !== null && build !== context.build) {
        isStale = true
        context.onStale()
      }
      const to = internalPath(headers.get('x-strand-redirect') ?? '')
      if (to !== null) load(to)
      // A successful HTML answer comes from a proxy in front of Strand, for example its login form. An HTML page with
      // an error status is an ordinary failure.
      else if (ok && headers.get('content-type')?.startsWith('text/html')) load(context.here())
    },
    replaceNavigation: (to) => isStale && load(to),
  }
}
