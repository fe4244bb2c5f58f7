/** One round of checks: probes links host by host, and records the results in the rows of links and posts. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { recordChecked } from '../health/service.ts'
import type { MediaService, ProbeResult } from '../media/service.ts'
import { LinkCheckEntity, type LinkCheckRow } from './entities.ts'
import { createHosts, type Allowance, type HostResult } from './hosts.ts'
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

export const checkEveryMs = 60_000
/** Posts per transaction. */
export const batchSize = 100

export interface Round {
  /** Another host than this server was reached, so name resolution and network work. */
  reached: boolean
  /** Links of hosts that could not be resolved. */
  unnamed: RawLink[]
  results: Record<'alive' | 'gone' | 'unclear' | 'failed', number>
}

export const newRound = (): Round => ({ reached: false, unnamed: [], results: { alive: 0, gone: 0, unclear: 0, failed: 0 } })

interface Postponed {
  left: readonly RawLink[]
  /** When they are due again (ms). */
  untilMs: number
}

type FinalResult = Exclude<ProbeResult, 'closed' | 'unnamed'>

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

/** Whether a host refuses one link only, and not this server: its most recently reachable link still answers. */
async function isOpen({ db, media }: CheckerDeps, host: string): Promise<boolean> {
  const [reachableLink] = await sql<{ href: string }>(
    db,
    `SELECT "href" FROM "link_check" WHERE "host" = :host AND "state" = 'well' ORDER BY "checkedDate" DESC LIMIT 1`,
    { host },
  )
  return reachableLink !== undefined && (await media.probe(reachableLink.href)) === 'alive'
}

export function createRounds(deps: CheckerDeps) {
  const { db, log, media, now = Date.now, chance = Math.random } = deps
  const iso = (ms: number): string => new Date(ms).toISOString()
  const hosts = createHosts({ db, now })

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
  async function record(id: string, sign: FinalResult, { results }: Round): Promise<void> {
    results[sign === 'trouble' ? 'failed' : sign] += 1
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
  async function recordUnnamed(round: Round, signal?: AbortSignal): Promise<void> {
    const { reached, unnamed } = round
    if (unnamed.length === 0) return
    const sign = reached || (await canResolve(new Set(unnamed.map(({ host }) => host)))) ? 'gone' : 'trouble'
    for (const { id } of unnamed) {
      if (signal?.aborted) return
      await record(id, sign, round)
    }
  }

  /** Probes the links of one host in sequence, as far as allowed and until an error. Returns those that were not probed. */
  async function probeHost(
    host: string,
    rows: readonly RawLink[],
    round: Round,
    { checks: maxChecks, nextMs }: Allowance,
    signal?: AbortSignal,
  ): Promise<Postponed> {
    const result: HostResult = { checks: 0, hasAnswered: false, failure: null }
    let hostIsOpen: boolean | undefined
    for (const { id, href } of rows.slice(0, maxChecks)) {
      if (signal?.aborted) break
      let failure = 'unknown'
      let sign = await media.probe(href, (reason) => (failure = reason))
      if (sign === 'closed') sign = (hostIsOpen ??= await isOpen(deps, host)) ? 'gone' : 'unclear'
      // A probe that was aborted here says nothing about the host.
      if (signal?.aborted) break
      result.checks += 1
      if (sign === 'unnamed') {
        round.unnamed.push(rows[result.checks - 1]!)
        continue
      }
      // `unclear` can be an address that was refused without a request.
      const hasAnswered = sign === 'alive' || sign === 'gone'
      result.hasAnswered ||= hasAnswered
      if (hasAnswered && host !== 'own') round.reached = true
      await record(id, sign, round)
      if (sign !== 'trouble') continue
      result.failure = failure
      break
    }
    if (signal?.aborted) return { left: [], untilMs: 0 }
    const untilMs = result.checks > 0 && host !== 'own' ? await hosts.record(host, result) : nextMs
    return { left: rows.slice(result.checks), untilMs: result.failure === null ? nextMs : untilMs }
  }

  return { probeHost, recordUnnamed, allowancesOf: hosts.allowancesOf, cleanHosts: hosts.clean }
}
