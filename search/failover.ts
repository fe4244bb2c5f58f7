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
  /** How far (ms) the first may be behind the second and still answers: members who have just saved are answered by the second. */
  lagMs?: number
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

export interface Failover extends Search {
  /** A member has saved what is at this position of the log: until the first has followed so far, the second answers them. */
  saved(uid: string, position: number): void
}

/** Members who are remembered to have saved something; of more, the earliest are forgotten. */
const mostSavers = 10_000

export function createFailover(
  primary: SearchIndex,
  fallback: SearchIndex,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { awayMs = 3_000, hereMs = 2_000, lagMs = 10_000, now = Date.now }: FailoverOptions = {},
): Failover {
  let absence: Absence | undefined
  let lookAt = -Infinity
  let looking: Promise<void> | null = null
  /** Where the second was at the latest looks, the last of those that are as old as the lag that is allowed first. */
  let marks: { at: number; position: number }[] = []
  const savers = new Map<string, number>()

  function becomes(next: Absence, error?: unknown): void {
    lookAt = now() + (next === null ? hereMs : awayMs)
    if (next === absence) return
    const known = absence !== undefined
    absence = next
    if (next !== null)
      log.warn({ ...(error === undefined ? {} : { error }) }, `${primary.name} ${reasons[next]}: ${fallback.name} answers searches`)
    else if (known) log.info(`${primary.name} answers searches again`)
  }

  async function lookOnce(): Promise<void> {
    const mark = await fallback.position().catch(() => null)
    if (mark !== null) marks.push({ at: now(), position: mark })
    marks = marks.slice(
      Math.max(
        0,
        marks.findLastIndex(({ at }) => at <= now() - lagMs),
      ),
    )
    try {
      const position = await primary.position()
      for (const [uid, wanted] of savers) if (position !== null && position >= wanted) savers.delete(uid)
      // Where none is so old, the first one counts. An index that lags is better than one that has never been built.
      const due = marks[0]
      const isBehind = position !== null && mark !== null && due !== undefined && position < due.position
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

  /** Whether the first has what this member saved last. */
  async function hasSaved(query: SearchQuery): Promise<boolean> {
    const uid = query.reader?.uid
    const wanted = uid === undefined ? undefined : savers.get(uid)
    if (uid === undefined || wanted === undefined) return true
    const position = await primary.position().catch(() => null)
    if (position === null || position < wanted) return false
    if (savers.get(uid) === wanted) savers.delete(uid)
    return true
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
    saved(uid, position) {
      // The map keeps the order in which members saved last.
      savers.delete(uid)
      savers.set(uid, position)
      if (savers.size > mostSavers) savers.delete(savers.keys().next().value!)
    },

    async search(query) {
      if (absence === undefined) await look()
      else if (now() >= lookAt) void look()
      const asked = absence === null && (await hasSaved(query))
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
