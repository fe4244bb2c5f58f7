/** One round of checks: probes links host by host, and records the results in the rows of links and posts. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { recordChecked } from '../health/service.ts'
import type { MediaService, ProbeResult } from '../media/service.ts'
import { LinkCheckEntity, type LinkCheckRow } from './entities.ts'
import { updateLinkStates } from './post-links.ts'
import { nextCheck } from './schedule.ts'

export interface CheckerDeps {
  db: DataSource
  log: Pick<Logger, 'info'>
  media: Pick<MediaService, 'link' | 'probe'>
  now?: () => number
  /** Random number from 0 to 1. */
  chance?: () => number
}

export type RawLink = Omit<LinkCheckRow, 'told'> & { told: boolean | 0 | 1 }
export const linkColumns = '"id", "href", "host", "state", "dueDate", "steps", "troubles", "missedDate", "checkedDate", "told"'

/** Links of one host per run. */
const maxPerHost = 20
export const checkEveryMs = 60_000
/** How long a host with errors is not probed. */
const restMs = 15 * 60_000
/** Posts per transaction. */
export const batchSize = 100

export interface Round {
  /** Another host than this server was reached, so name resolution and network work. */
  reached: boolean
  /** Links of hosts that could not be resolved. */
  unnamed: RawLink[]
}

interface Postponed {
  left: readonly RawLink[]
  waitMs: number
}

/** Records the date of a check with a result in the playlists that hold the link. */
async function recordCheckDate(db: DataSource, linkId: string, checkedDate: string): Promise<void> {
  for (let after = ''; ;) {
    const rows = await sql<{ postId: string; beadId: string }>(
      db,
      `SELECT l."postId", p."beadId" FROM "post_link" l JOIN "post" p ON p."id" = l."postId"
       WHERE l."linkId" = :linkId AND l."postId" > :after ORDER BY l."postId" LIMIT :batchSize`,
      { linkId, after, batchSize },
    )
    if (rows.length > 0)
      await transaction(db, (manager) => recordChecked(manager, [...new Set(rows.map(({ beadId }) => beadId))], checkedDate))
    if (rows.length < batchSize) return
    after = rows.at(-1)!.postId
  }
}

export function createRounds({ db, log, media, now = Date.now, chance = Math.random }: CheckerDeps) {
  const iso = (ms: number): string => new Date(ms).toISOString()

  /** Updates the posts that hold a link. If aborted, it starts again with the next check. */
  async function updatePosts(id: string, dueDate: string): Promise<void> {
    for (let after = ''; ;) {
      const ids = await transaction(db, async (manager) => {
        const rows = await sql<{ postId: string }>(
          manager,
          'SELECT "postId" FROM "post_link" WHERE "linkId" = :id AND "postId" > :after ORDER BY "postId" LIMIT :batchSize',
          { id, after, batchSize },
        )
        await updateLinkStates(
          manager,
          rows.map(({ postId }) => postId),
          media,
        )
        return rows.map(({ postId }) => postId)
      })
      if (ids.length < batchSize) break
      after = ids.at(-1)!
    }
    await transaction(db, (manager) => manager.update(LinkCheckEntity, { id }, { told: true, dueDate }))
  }

  /** Stores the result of a check, and updates the posts if the link has died or is back. */
  async function record(id: string, sign: Exclude<ProbeResult, 'closed' | 'unnamed'>): Promise<void> {
    const pendingDueDate = await transaction(db, async (manager) => {
      const holders = await sql(manager, 'SELECT 1 FROM "post_link" WHERE "linkId" = :id LIMIT 1', { id })
      if (holders.length === 0) {
        await sql(manager, 'DELETE FROM "link_check" WHERE "id" = :id', { id })
        return null
      }
      await lockRow(manager, 'link_check', id)
      const [row] = await sql<RawLink>(manager, `SELECT ${linkColumns} FROM "link_check" WHERE "id" = :id`, { id })
      if (!row) return null
      const next = nextCheck(row, sign, now(), chance())
      const hasChanged = (next.state === 'dead') !== (row.state === 'dead')
      if (hasChanged) log.info({ href: row.href, state: next.state }, 'a link of posts has died, or is back')
      const isCurrent = Boolean(row.told) && !hasChanged
      // Stays due until its posts are updated.
      await manager.update(LinkCheckEntity, { id }, { ...next, told: isCurrent, ...(!isCurrent && { dueDate: iso(now()) }) })
      return isCurrent ? null : next.dueDate
    })
    if (pendingDueDate !== null) await updatePosts(id, pendingDueDate)
    if (sign === 'alive' || sign === 'gone') await recordCheckDate(db, id, iso(now()))
  }

  /** Whether a host refuses one link only, and not this server: its most recently reachable link still answers. */
  async function isOpen(host: string): Promise<boolean> {
    const [reachableLink] = await sql<{ href: string }>(
      db,
      `SELECT "href" FROM "link_check" WHERE "host" = :host AND "state" = 'well' ORDER BY "checkedDate" DESC LIMIT 1`,
      { host },
    )
    return reachableLink !== undefined && (await media.probe(reachableLink.href)) === 'alive'
  }

  /**
   * Whether name resolution works here: a link of another host that was reachable for long still answers.
   * @param hosts those that could not be resolved.
   */
  async function canResolve(hosts: ReadonlySet<string>): Promise<boolean> {
    const well = await sql<{ href: string; host: string }>(
      db,
      `SELECT "href", "host" FROM "link_check" WHERE "state" = 'well' AND "host" <> 'own' ORDER BY "dueDate" DESC LIMIT 20`,
    )
    const reachableLink = well.find(({ host }) => !hosts.has(host))
    return reachableLink !== undefined && (await media.probe(reachableLink.href)) === 'alive'
  }

  /** An unresolvable host is gone, unless name resolution fails here. */
  async function recordUnnamed({ reached, unnamed }: Round, signal?: AbortSignal): Promise<void> {
    if (unnamed.length === 0) return
    const sign = reached || (await canResolve(new Set(unnamed.map(({ host }) => host)))) ? 'gone' : 'trouble'
    for (const { id } of unnamed) {
      if (signal?.aborted) return
      await record(id, sign)
    }
  }

  /** Probes the links of one host in sequence. Returns those that were not probed, and how long (ms) they wait. */
  async function probeHost(host: string, rows: readonly RawLink[], round: Round, signal?: AbortSignal): Promise<Postponed> {
    let hostIsOpen: boolean | undefined
    for (const [n, { id, href }] of rows.entries()) {
      if (signal?.aborted) break
      if (n >= maxPerHost) return { left: rows.slice(n), waitMs: checkEveryMs }
      let sign = await media.probe(href)
      if (sign === 'closed') sign = (hostIsOpen ??= await isOpen(host)) ? 'gone' : 'unclear'
      // A probe that was aborted here says nothing about the host.
      if (signal?.aborted) break
      if (sign === 'unnamed') {
        round.unnamed.push(rows[n]!)
        continue
      }
      // `unclear` can be an address that was refused without a request.
      if ((sign === 'alive' || sign === 'gone') && host !== 'own') round.reached = true
      await record(id, sign)
      if (sign === 'trouble') return { left: rows.slice(n + 1), waitMs: restMs }
    }
    return { left: [], waitMs: 0 }
  }

  return { probeHost, recordUnnamed }
}
