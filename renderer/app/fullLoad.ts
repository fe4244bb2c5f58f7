/**
 * Decides on full page loads (R14): after an answer of another build with the next navigation; after a redirect header or an HTML page in
 * place of an API answer at once.
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

export interface Loads {
  at: number
  count: number
}

/** Milliseconds between two loads, doubled each time: a persistent signal must not reload the page in a loop. */
const minIntervalMs = 10_000
/** A pause of this length ends a series of loads (ms). */
const seriesEndMs = 60 * 60_000

export interface FullLoad {
  inspectResponse(answer: Response): void
  /** Replaces a navigation by a full load if one is due. Returns whether it did. */
  replaceNavigation(to: string): boolean
}

/** The minimum time between the load with this number and the next. */
const intervalAfter = (count: number): number => (count === 0 ? 0 : minIntervalMs * 2 ** (count - 1))

export function createFullLoad(context: FullLoadContext): FullLoad {
  let isStale = false

  function load(to: string): boolean {
    const at = context.now()
    const last = context.last.read()
    const elapsed = Math.abs(at - last.at)
    const count = elapsed < Math.max(seriesEndMs, 2 * intervalAfter(last.count)) ? last.count : 0
    if (context.isBusy() || elapsed < intervalAfter(count)) return false
    context.last.write({ at, count: count + 1 })
    context.load(to)
    return true
  }

  /** Returns null for addresses outside the site: headers are untrusted, and a path with two leading slashes leads to another host. */
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
      // A proxy in front of Strand shows a page, such as its login form. An error page is an ordinary failure.
      else if (ok && headers.get('content-type')?.startsWith('text/html')) load(context.here())
    },
    replaceNavigation: (to) => isStale && load(to),
  }
}
