/**
 * Looks after the links of posts (BY8). What is due lies in the database, in the order in which it is
 * due; the scheduler's lease has one process do it, and whatever it leaves another finds as it was.
 */
import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import type { Media } from '../../contract/index.ts'
import { parsedOrNull, sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { Fact } from '../../outbox/facts.ts'
import type { Consumer } from '../../outbox/outbox.ts'
import type { MediaService, Sign } from '../media/service.ts'
import type { Job } from '../scheduler/service.ts'
import { LinkCheckEntity, type LinkCheckRow } from './entities.ts'
import { holdLinks, linkId, linksOf, tellPosts } from './holders.ts'
import { judge, waits } from './schedule.ts'

export interface Checker {
  /** Of what is due, a bounded piece. */
  job: Job
  /** Posts from before there were checks, some at a time, once. */
  walk: Job
  /** What posts hold by now. */
  consumer: Consumer
  /** Asks for these links now. A miss counts as any other does. */
  checkNow(media: Media | null): Promise<void>
  /** Somebody could not play it: unless it was asked for lately, it is soon. */
  hurry(href: string): Promise<void>
  /** When each of them was last answered for. */
  checked(media: Media | null): Promise<(string | null)[]>
}

export interface CheckerDeps {
  db: DataSource
  log: Pick<Logger, 'info'>
  media: Pick<MediaService, 'link' | 'probe'>
  now?: () => number
  /** 0 to 1. */
  chance?: () => number
}

/** What one run asks for in all, and of one host: a minute later there is another. */
const most = 60
const mostPerHost = 20
const everyMs = 60_000
/** A host that is in trouble is left alone for so long. */
const restMs = 15 * 60_000
/** A report hurries a check that lies so long back, and brings it about within so long. */
const reports = { after: 6 * 3_600_000, within: 5 * 60_000 }
/** Posts that one transaction tells, or looks at. */
const atOnce = 100

/** What is asked for at one time. */
interface Round {
  /** Somebody else's host was reached: names are resolved, and the network is there. */
  reached: boolean
  /** Those whose host has no name, as far as we can tell. */
  unnamed: Raw[]
}

type Raw = Omit<LinkCheckRow, 'told'> & { told: boolean | 0 | 1 }
const columns = '"id", "href", "host", "state", "dueDate", "steps", "troubles", "missedDate", "checkedDate", "told"'

export function createChecker({ db, log, media: outside, now = Date.now, chance = Math.random }: CheckerDeps): Checker {
  const iso = (ms: number): string => new Date(ms).toISOString()

  /** Tells the holders of a link of its state. Cut short, it begins anew with the next check. */
  async function tell(id: string, dueDate: string): Promise<void> {
    for (let after = ''; ; ) {
      const ids = await transaction(db, async (manager) => {
        const rows = await sql<{ postId: string }>(
          manager, 'SELECT "postId" FROM "post_link" WHERE "linkId" = :id AND "postId" > :after ORDER BY "postId" LIMIT :atOnce', { id, after, atOnce },
        )
        await tellPosts(manager, rows.map(({ postId }) => postId), outside)
        return rows.map(({ postId }) => postId)
      })
      if (ids.length < atOnce) break
      after = ids.at(-1)!
    }
    await transaction(db, (manager) => manager.update(LinkCheckEntity, { id }, { told: true, dueDate }))
  }

  async function settle(id: string, sign: Exclude<Sign, 'closed' | 'unnamed'>): Promise<void> {
    const untold = await transaction(db, async (manager) => {
      const held = await sql(manager, 'SELECT 1 FROM "post_link" WHERE "linkId" = :id LIMIT 1', { id })
      if (held.length === 0) {
        await sql(manager, 'DELETE FROM "link_check" WHERE "id" = :id', { id })
        return null
      }
      await sql(manager, 'UPDATE "link_check" SET "steps" = "steps" WHERE "id" = :id', { id })
      const [row] = await sql<Raw>(manager, `SELECT ${columns} FROM "link_check" WHERE "id" = :id`, { id })
      if (!row) return null
      const after = judge(row, sign, now(), chance())
      const turned = (after.state === 'dead') !== (row.state === 'dead')
      if (turned) log.info({ href: row.href, state: after.state }, 'a link of posts has died, or is back')
      const told = Boolean(row.told) && !turned
      // Until its posts are told it stays due.
      await manager.update(LinkCheckEntity, { id }, { ...after, told, ...(!told && { dueDate: iso(now()) }) })
      return told ? null : after.dueDate
    })
    if (untold !== null) await tell(id, untold)
  }

  /** Whether a host that closes its doors does so to one, and not to us: another of its links, that was there lately, still is. */
  async function opensFor(host: string): Promise<boolean> {
    const [witness] = await sql<{ href: string }>(
      db, `SELECT "href" FROM "link_check" WHERE "host" = :host AND "state" = 'well' ORDER BY "checkedDate" DESC LIMIT 1`, { host },
    )
    return witness !== undefined && (await outside.probe(witness.href)) === 'alive'
  }

  /**
   * Whether names are resolved here, where nothing else of a round told: a link of another host that was there for long still is.
   * @param hosts whose names are in question.
   */
  async function reaches(hosts: ReadonlySet<string>): Promise<boolean> {
    const well = await sql<{ href: string; host: string }>(
      db, `SELECT "href", "host" FROM "link_check" WHERE "state" = 'well' AND "host" <> 'own' ORDER BY "dueDate" DESC LIMIT 20`,
    )
    const witness = well.find(({ host }) => !hosts.has(host))
    return witness !== undefined && (await outside.probe(witness.href)) === 'alive'
  }

  /** A host without a name is gone, unless it is our own end that knows no names. */
  async function settleUnnamed({ reached, unnamed }: Round, signal?: AbortSignal): Promise<void> {
    if (unnamed.length === 0) return
    const sign = reached || (await reaches(new Set(unnamed.map(({ host }) => host)))) ? 'gone' : 'trouble'
    for (const { id } of unnamed) {
      if (signal?.aborted) return
      await settle(id, sign)
    }
  }

  /** One host's links, one after the other. Answers which of them were not asked for, and how long (ms) they wait. */
  async function askHost(host: string, rows: readonly Raw[], round: Round, signal?: AbortSignal): Promise<{ left: readonly Raw[]; waitMs: number }> {
    let opens: boolean | undefined
    for (const [n, { id, href }] of rows.entries()) {
      if (signal?.aborted) break
      if (n >= mostPerHost) return { left: rows.slice(n), waitMs: everyMs }
      let sign = await outside.probe(href)
      if (sign === 'closed') sign = (opens ??= await opensFor(host)) ? 'gone' : 'unclear'
      // What was cut off by our own end says nothing of anybody.
      if (signal?.aborted) break
      if (sign === 'unnamed') {
        round.unnamed.push(rows[n]!)
        continue
      }
      // `unclear` may be an address that was refused without a question.
      if ((sign === 'alive' || sign === 'gone') && host !== 'own') round.reached = true
      await settle(id, sign)
      if (sign === 'trouble') return { left: rows.slice(n + 1), waitMs: restMs }
    }
    return { left: [], waitMs: 0 }
  }

  const postpone = (rows: readonly Raw[], until: string): Promise<unknown> => transaction(db, (manager) =>
    sql(manager, 'UPDATE "link_check" SET "dueDate" = :until WHERE "id" IN (:...ids)', { until, ids: rows.map(({ id }) => id) }))

  async function run(signal: AbortSignal): Promise<void> {
    const due = await sql<Raw>(db, `SELECT ${columns} FROM "link_check" WHERE "dueDate" <= :now ORDER BY "dueDate", "id" LIMIT :most`, { now: iso(now()), most })
    const hosts = new Map<string, Raw[]>()
    for (const row of due) hosts.set(row.host, [...(hosts.get(row.host) ?? []), row])
    const round: Round = { reached: false, unnamed: [] }
    await Promise.all([...hosts].map(async ([host, rows]) => {
      const { left, waitMs } = await askHost(host, rows, round, signal)
      if (left.length > 0) await postpone(left, iso(now() + waitMs))
    }))
    await settleUnnamed(round, signal)
  }

  async function walkOn(signal: AbortSignal): Promise<boolean> {
    const [{ postId: after } = { postId: '' }] = await sql<{ postId: string }>(db, 'SELECT "postId" FROM "link_walk" WHERE "id" = 1')
    const posts = await sql<{ id: string; media: string | null }>(db, 'SELECT "id", "media" FROM "post" WHERE "id" > :after ORDER BY "id" LIMIT :atOnce', { after, atOnce })
    const last = posts.at(-1)
    if (last === undefined || signal.aborted) return false
    await transaction(db, async (manager) => {
      for (const { id, media } of posts)
        if (await isThere(manager, id)) await holdLinks(manager, id, parsedOrNull<Media>(media), outside, () => iso(now() + waits.spread * chance()))
      await sql(manager, 'INSERT INTO "link_walk" ("id", "postId") VALUES (1, :id) ON CONFLICT ("id") DO UPDATE SET "postId" = excluded."postId"', { id: last.id })
    })
    return posts.length === atOnce
  }

  const isThere = async (manager: EntityManager, id: string): Promise<boolean> =>
    (await sql(manager, 'SELECT 1 FROM "post" WHERE "id" = :id', { id })).length > 0

  async function hear(manager: EntityManager, { postId }: { postId: string }): Promise<void> {
    await sql(manager, 'UPDATE "post" SET "heat" = "heat" WHERE "id" = :postId', { postId })
    const [post] = await sql<{ media: string | null }>(manager, 'SELECT "media" FROM "post" WHERE "id" = :postId', { postId })
    if (!post) return
    await holdLinks(manager, postId, parsedOrNull<Media>(post.media), outside, () => iso(now() + waits.first))
    await tellPosts(manager, [postId], outside)
  }

  const rowsOf = async (media: Media | null): Promise<Raw[]> => {
    const ids = [...linksOf(media, outside).keys()]
    return ids.length === 0 ? [] : sql<Raw>(db, `SELECT ${columns} FROM "link_check" WHERE "id" IN (:...ids)`, { ids })
  }

  return {
    job: { name: 'links.check', everyMs, run },
    walk: { name: 'links.walk', everyMs: 3_600_000, run: walkOn },
    consumer: { name: 'links.posts', kinds: ['postCreated', 'postChanged'], apply: (manager, fact) => hear(manager, fact as Fact & { postId: string }) },

    async checkNow(media) {
      const rows = await rowsOf(media)
      const round: Round = { reached: false, unnamed: [] }
      await Promise.all([...new Set(rows.map(({ host }) => host))].map((host) => askHost(host, rows.filter((row) => row.host === host), round)))
      await settleUnnamed(round)
    },

    async hurry(href) {
      const link = outside.link(href)
      if (link === null) return
      await transaction(db, (manager) => sql(
        manager,
        `UPDATE "link_check" SET "dueDate" = :soon WHERE "id" = :id AND "dueDate" > :soon AND "state" <> 'dead' AND ("checkedDate" IS NULL OR "checkedDate" <= :lately)`,
        { id: linkId(link.href), soon: iso(now() + reports.within), lately: iso(now() - reports.after) },
      ))
    },

    checked: async (media) => (await rowsOf(media)).map(({ checkedDate }) => checkedDate),
  }
}
