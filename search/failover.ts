/**
 * Failover between two indexes: the primary answers while it is available, complete and up to date, else the fallback.
 *
 * Each page comes from one index. After a failover between two pages, a result can be repeated or missing, because the order differs.
 * A failover happens at most once per probe.
 */
import type { Logger } from 'pino'
import { SearchForeign, SearchUnavailable, type Search, type SearchIndex, type SearchPage, type SearchQuery } from './port.ts'

export interface FailoverOptions {
  /** Interval (ms) of probes while the primary is unavailable, and while it answers. */
  retryMs?: number
  probeMs?: number
  /** Allowed lag (ms) of the primary. Members who have just saved are answered by the fallback in the meantime. */
  lagMs?: number
  now?: () => number
}

/** Why the primary is not used; null if it is. */
type Unavailability = 'away' | 'foreign' | 'never built' | 'behind' | null

const reasons: Record<NonNullable<Unavailability>, string> = {
  away: 'does not answer',
  foreign: 'holds another database',
  'never built': 'is not built yet',
  behind: 'does not keep up',
}

export interface Failover extends Search {
  /** Call after a member saved: the fallback answers them until the primary has reached this position (read your writes). */
  saved(uid: string, position: number): void
}

/** Bounds the memory for positions of members; the oldest are dropped. */
const maxSavers = 10_000

export function createFailover(
  primary: SearchIndex,
  fallback: SearchIndex,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { retryMs = 3_000, probeMs = 2_000, lagMs = 10_000, now = Date.now }: FailoverOptions = {},
): Failover {
  let unavailability: Unavailability | undefined
  let nextProbeAt = -Infinity
  let probing: Promise<void> | null = null
  /** Positions of the fallback at the latest probes, oldest first. The first one is at least `lagMs` old, if any is. */
  let positions: { at: number; position: number }[] = []
  const savers = new Map<string, number>()

  function setUnavailability(next: Unavailability, error?: unknown): void {
    nextProbeAt = now() + (next === null ? probeMs : retryMs)
    if (next === unavailability) return
    const wasKnown = unavailability !== undefined
    unavailability = next
    if (next !== null)
      log.warn({ ...(error === undefined ? {} : { error }) }, `${primary.name} ${reasons[next]}: ${fallback.name} answers searches`)
    else if (wasKnown) log.info(`${primary.name} answers searches again`)
  }

  async function probeOnce(): Promise<void> {
    const fallbackPosition = await fallback.position().catch(() => null)
    if (fallbackPosition !== null) positions.push({ at: now(), position: fallbackPosition })
    positions = positions.slice(
      Math.max(
        0,
        positions.findLastIndex(({ at }) => at <= now() - lagMs),
      ),
    )
    try {
      const position = await primary.position()
      for (const [uid, savedPosition] of savers) if (position !== null && position >= savedPosition) savers.delete(uid)
      // The primary is behind if it has not reached where the fallback was `lagMs` ago.
      const due = positions[0]
      const isBehind = position !== null && fallbackPosition !== null && due !== undefined && position < due.position
      setUnavailability(position === null ? 'never built' : isBehind ? 'behind' : null)
    } catch (error) {
      setUnavailability(error instanceof SearchForeign ? 'foreign' : 'away', error)
    }
  }

  /** One probe at a time. Only searches before the end of the first one wait for it. */
  function probe(): Promise<void> {
    probing ??= probeOnce().finally(() => (probing = null))
    return probing
  }

  /** Whether the primary has the latest changes of this member. */
  async function hasSaved(query: SearchQuery): Promise<boolean> {
    const uid = query.reader?.uid
    const savedPosition = uid === undefined ? undefined : savers.get(uid)
    if (uid === undefined || savedPosition === undefined) return true
    const position = await primary.position().catch(() => null)
    if (position === null || position < savedPosition) return false
    if (savers.get(uid) === savedPosition) savers.delete(uid)
    return true
  }

  async function searchPrimary(query: SearchQuery): Promise<SearchPage | null> {
    try {
      return await primary.search(query)
    } catch (error) {
      if (error instanceof SearchUnavailable) setUnavailability('away', error)
      // A bug; the fallback answers.
      else log.error({ error }, `${primary.name} could not make sense of a search`)
      return null
    }
  }

  return {
    saved(uid, position) {
      // Reinserted, so that the map is ordered by the latest save.
      savers.delete(uid)
      savers.set(uid, position)
      if (savers.size > maxSavers) savers.delete(savers.keys().next().value!)
    },

    async search(query) {
      if (unavailability === undefined) await probe()
      else if (now() >= nextProbeAt) void probe()
      const usesPrimary = unavailability === null && (await hasSaved(query))
      const page = usesPrimary ? await searchPrimary(query) : null
      if (page !== null) return page
      try {
        return await fallback.search(query)
      } catch (error) {
        if (!(error instanceof SearchUnavailable) || usesPrimary) throw error
        // A stale primary is better than no answer.
        return primary.search(query)
      }
    },
  }
}
