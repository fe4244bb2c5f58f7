/**
 * One index before another: the first answers as long as it is there, whole, and up with the other; else the second.
 *
 * Every page is answered by one index. Where they change over between two pages, the second page is counted in the other
 * one's order: a find may come twice or not at all, once. They change over at most as often as is looked.
 */
import type { Logger } from 'pino'
import { SearchForeign, SearchUnavailable, type Search, type SearchIndex, type SearchPage, type SearchQuery } from './port.ts'

export interface FailoverOptions {
  /** Milliseconds between looks at an index that does not answer, and at one that does. */
  awayMs?: number
  hereMs?: number
  now?: () => number
}

/** Why the first does not answer; null: it does. */
type Absence = 'away' | 'foreign' | 'never built' | 'behind' | null

const reasons: Record<NonNullable<Absence>, string> = {
  away: 'does not answer',
  foreign: 'holds another database',
  'never built': 'is not built yet',
  behind: 'does not keep up',
}

export function createFailover(
  primary: SearchIndex,
  fallback: SearchIndex,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { awayMs = 3_000, hereMs = 2_000, now = Date.now }: FailoverOptions = {},
): Search {
  let absence: Absence | undefined
  let lookAt = -Infinity
  let looking: Promise<void> | null = null
  /** Where the second was at the last look: an index that keeps up has been there by the next one. */
  let mark: number | null = null

  function becomes(next: Absence, error?: unknown): void {
    lookAt = now() + (next === null ? hereMs : awayMs)
    if (next === absence) return
    const known = absence !== undefined
    absence = next
    if (next !== null) log.warn({ ...(error === undefined ? {} : { error }) }, `${primary.name} ${reasons[next]}: ${fallback.name} answers searches`)
    else if (known) log.info(`${primary.name} answers searches again`)
  }

  async function lookOnce(): Promise<void> {
    const before = mark
    mark = await fallback.position().catch(() => null)
    try {
      const position = await primary.position()
      // On the first look there is no mark yet: it has to be where the other one is.
      const due = before ?? mark
      // An index that lags is better than one that has never been built.
      const isBehind = position !== null && mark !== null && due !== null && position < due
      becomes(position === null ? 'never built' : isBehind ? 'behind' : null)
    } catch (error) {
      becomes(error instanceof SearchForeign ? 'foreign' : 'away', error)
    }
  }

  /** One look at a time; nobody waits for it but those who come before the first one is over. */
  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => (looking = null))
    return looking
  }

  async function askPrimary(query: SearchQuery): Promise<SearchPage | null> {
    try {
      return await primary.search(query)
    } catch (error) {
      if (error instanceof SearchUnavailable) becomes('away', error)
      // A mistake of ours. Whoever searches is answered all the same.
      else log.error({ error }, `${primary.name} could not make sense of a search`)
      return null
    }
  }

  return {
    async search(query) {
      if (absence === undefined) await look()
      else if (now() >= lookAt) void look()
      const asked = absence === null
      const page = asked ? await askPrimary(query) : null
      if (page !== null) return page
      try {
        return await fallback.search(query)
      } catch (error) {
        if (!(error instanceof SearchUnavailable) || asked) throw error
        // Better an index that lags than none.
        return primary.search(query)
      }
    },
  }
}
