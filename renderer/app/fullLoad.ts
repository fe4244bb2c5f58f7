/**
 * Decides on full page loads (R14): after an answer of another build with the next navigation; after a redirect header or an HTML page in
 * place of an API answer at once.
 */
export interface World {
  /** The build of this page; null without one, as in development. */
  build: string | null
  /** A form is dirty or media plays: a full load would lose it. */
  busy(): boolean
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
  row: number
}

/** Milliseconds between two loads, doubled each time: a persistent signal must not reload the page in a loop. */
const apart = 10_000
/** A pause of this length ends a series of loads (ms). */
const calm = 60 * 60_000

export interface FullLoad {
  inspectResponse(answer: Response): void
  /** Replaces a navigation by a full load if one is due. Returns whether it did. */
  instead(to: string): boolean
}

/** The minimum time between the load with this number and the next. */
const distance = (row: number): number => (row === 0 ? 0 : apart * 2 ** (row - 1))

export function createFullLoad(world: World): FullLoad {
  let stale = false

  function load(to: string): boolean {
    const at = world.now()
    const last = world.last.read()
    const since = Math.abs(at - last.at)
    const row = since < Math.max(calm, 2 * distance(last.row)) ? last.row : 0
    if (world.busy() || since < distance(row)) return false
    world.last.write({ at, row: row + 1 })
    world.load(to)
    return true
  }

  /** Returns null for addresses outside the site: headers are untrusted, and a path with two leading slashes leads to another host. */
  function within(to: string): string | null {
    if (!to.startsWith('/') || !URL.canParse(to, world.origin)) return null
    const { origin, pathname, search, hash } = new URL(to, world.origin)
    return origin === world.origin && !pathname.startsWith('//') ? pathname + search + hash : null
  }

  return {
    inspectResponse({ headers, ok }) {
      const build = headers.get('x-strand-build')
      if (!stale && world.build !== null && build !== null && build !== world.build) {
        stale = true
        world.onStale()
      }
      const to = within(headers.get('x-strand-redirect') ?? '')
      if (to !== null) load(to)
      // A proxy in front of Strand shows a page, such as its login form. An error page is an ordinary failure.
      else if (ok && headers.get('content-type')?.startsWith('text/html')) load(world.here())
    },
    instead: (to) => stale && load(to),
  }
}
