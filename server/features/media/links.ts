/** Look-ups of addresses, cached in the table `link`. */
import type { DataSource } from 'typeorm'
import type { Logger } from 'pino'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { MediaAddress } from './address.ts'
import { LinkEntity, type LinkRow } from './entities.ts'
import { lookUp } from './lookup.ts'
import { Refusal } from './refusal.ts'
import type { SafeFetch } from './safe-fetch.ts'

export interface LinkDeps {
  db: DataSource
  log: Logger
  publicUrl: string
  fetcher: SafeFetch
  now: () => number
  limits?: { maxLinks: number; every: number } | undefined
}

const dayMs = 86_400_000
/** A failed look-up is cached only for the post that is created right after it. */
export const maxAgeMs = { answered: 30 * dayMs, failed: 60_000 }
/** Maximum of cached addresses, and after how many new ones the oldest are deleted. */
const defaultLimits = { maxLinks: 100_000, every: 500 }

export function createLinks({ db, log, publicUrl, fetcher, now, limits = defaultLimits }: LinkDeps) {
  const inFlight = new Map<string, Promise<LinkRow>>()
  let written = 0

  /** Deletes expired rows, and the oldest ones above the maximum. */
  async function evict(): Promise<void> {
    const [last] = await sql<{ fetchedDate: string }>(
      db,
      'SELECT "fetchedDate" FROM "link" ORDER BY "fetchedDate" DESC LIMIT 1 OFFSET :maxLinks',
      { maxLinks: limits.maxLinks },
    )
    const stale = new Date(now() - maxAgeMs.answered).toISOString()
    const before = last && last.fetchedDate > stale ? last.fetchedDate : stale
    await transaction(db, (manager) => sql(manager, 'DELETE FROM "link" WHERE "fetchedDate" <= :before', { before }))
  }

  const isFresh = ({ byUri, fetchedDate }: LinkRow): boolean =>
    now() - Date.parse(fetchedDate) < (byUri ? maxAgeMs.failed : maxAgeMs.answered)

  async function fetchLink(address: MediaAddress): Promise<LinkRow> {
    const { mediaKey } = address
    let found: Pick<LinkRow, 'media' | 'about' | 'byUri'>
    try {
      found = { ...(await lookUp(address, fetcher, publicUrl)), byUri: false }
    } catch (error) {
      log.info({ mediaKey, reason: error instanceof Refusal ? error.reason : 'unreadable', error }, 'an address did not tell')
      found = { media: address.media, about: null, byUri: true }
    }
    const link: LinkRow = { mediaKey, ...found, fetchedDate: new Date(now()).toISOString() }
    try {
      await transaction(db, (manager) => manager.upsert(LinkEntity, link, ['mediaKey']))
      written += 1
      if (written % limits.every === 0) await evict()
    } catch (error) {
      log.warn({ mediaKey, error }, 'what was learnt of an address could not be kept')
    }
    return link
  }

  /** The cached row, or null if there is none or it has expired. */
  async function recall({ mediaKey }: MediaAddress): Promise<LinkRow | null> {
    const cached = await db.getRepository(LinkEntity).findOneBy({ mediaKey })
    return cached && isFresh(cached) ? cached : null
  }

  const load = async (address: MediaAddress): Promise<LinkRow> => (await recall(address)) ?? fetchLink(address)

  /**
   * One look-up per medium at a time. Reading the cache is part of it: a separate read could miss a row that is being
   * written, and fetch it a second time.
   */
  function lookUpOnce(address: MediaAddress): Promise<LinkRow> {
    const running = inFlight.get(address.mediaKey)
    if (running) return running
    const answer = load(address).finally(() => inFlight.delete(address.mediaKey))
    inFlight.set(address.mediaKey, answer)
    return answer
  }

  return {
    recall,
    lookUpOnce,
    async close(): Promise<void> {
      await Promise.allSettled(inFlight.values())
    },
  }
}
