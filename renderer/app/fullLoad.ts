/**
 * When the whole page must be had anew (R14): an answer of another build of the app is followed by a full load at
 * the next move to another page, a redirect header and a page in the place of an answer by one at once.
 */
export interface World {
  /** The build that made this page; null where it is none, as in development. */
  build: string | null
  /** Something is being written or played, which a full load would lose. */
  busy(): boolean
  now(): number
  /** The last full load of this tab that was asked for, and how many in a row; it must survive the load. */
  last: { read(): Loads; write(loads: Loads): void }
  origin: string
  here(): string
  load(to: string): void
  /** Another build is there; called once. */
  onStale(): void
}

export interface Loads {
  at: number
  row: number
}

/** Milliseconds between two, twice as many each time: what goes on saying so must not keep a page loading. */
const apart = 10_000
/** As long without any ends the row (ms). */
const calm = 60 * 60_000

export interface FullLoad {
  inspectResponse(answer: Response): void
  /** Makes a move to another page by a full load where one is due, and answers whether it did. */
  instead(to: string): boolean
}

/** From the load that is the last of so many to the next. */
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

  /** Only within the site: what answers need not be what it says it is, and a path of two slashes leads out of it. */
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
      // Whatever stands before Strand wants to say something; a failure's page, which has no place for that, is a failure.
      else if (ok && headers.get('content-type')?.startsWith('text/html')) load(world.here())
    },
    instead: (to) => stale && load(to),
  }
}
