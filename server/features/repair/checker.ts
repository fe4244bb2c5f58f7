/**
 * Checks the links of posts (BY8). Due dates are stored in the database; the scheduler's lease lets one process check at a
 * time, and another one can resume its work.
 */
import type { DataSource, EntityManager } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { parsedOrNull, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Fact } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'
import { storeLinks, linkId, linksOf, updateLinkStates } from './post-links.ts'
import { LinkRoundEntity, type LinkRoundRow } from './entities.ts'
import { batchSize, checkEveryMs, createRounds, linkColumns, newRound, type CheckerDeps, type RawLink } from './rounds.ts'
import { intervals } from './schedule.ts'

export interface Checker {
  /** Checks a bounded number of due links. */
  job: Job
  /** Registers the links of posts that are older than the checks, once, in batches. */
  walk: Job
  /** Registers the links of new and changed posts. */
  consumer: Consumer
  /** Checks these links at once. A miss counts like in any other check. */
  checkNow(media: Media | null): Promise<void>
  /** After a playback failure: checks the link soon, unless it was checked recently. */
  checkSoon(href: string): Promise<void>
  /** When each link last gave a definite answer. */
  checked(media: Media | null): Promise<(string | null)[]>
}

/** Links per run; the next run is a minute later. */
const maxLinks = 60
/** In ms: a report moves up a check if the last one is older than `after`, and has it done within `within`. */
const reports = { after: 6 * 3_600_000, within: 5 * 60_000 }

const storeRound = (db: DataSource, round: Omit<LinkRoundRow, 'id'>): Promise<unknown> =>
  transaction(db, (manager) => manager.upsert(LinkRoundEntity, { id: 1, ...round }, ['id']))

export function createChecker(deps: CheckerDeps): Checker {
  const { db, media: outside, now = Date.now, chance = Math.random } = deps
  const rounds = createRounds(deps)
  const iso = (ms: number): string => new Date(ms).toISOString()

  const postpone = (rows: readonly RawLink[], until: string): Promise<unknown> =>
    transaction(db, (manager) =>
      sql(manager, 'UPDATE "link_check" SET "dueDate" = :until WHERE "id" IN (:...ids)', { until, ids: rows.map(({ id }) => id) }),
    )

  async function run(signal: AbortSignal): Promise<boolean> {
    const due = await sql<RawLink>(
      db,
      `SELECT ${linkColumns} FROM "link_check" WHERE "dueDate" <= :now ORDER BY "dueDate", "id" LIMIT :maxLinks`,
      { now: iso(now()), maxLinks },
    )
    if (due.length === 0) return false
    const startDate = iso(now())
    const hosts = new Map<string, RawLink[]>()
    for (const row of due) hosts.set(row.host, [...(hosts.get(row.host) ?? []), row])
    const allowances = await rounds.allowancesOf([...hosts.keys()])
    const round = newRound()
    let postponed = 0
    await Promise.all(
      [...hosts].map(async ([host, rows]) => {
        const { left, untilMs } = await rounds.probeHost(host, rows, round, allowances.get(host)!, signal)
        if (left.length > 0) await postpone(left, iso(untilMs))
        postponed += left.length
      }),
    )
    await rounds.recordUnnamed(round, signal)
    await storeRound(db, { startDate, endDate: iso(now()), ...round.results, postponed })
    // Links of hosts that cannot be checked at the moment do not delay the others.
    return postponed === maxLinks && !signal.aborted
  }

  async function registerOldPosts(signal: AbortSignal): Promise<boolean> {
    await rounds.cleanHosts()
    const [{ postId: after } = { postId: '' }] = await sql<{ postId: string }>(db, 'SELECT "postId" FROM "link_walk" WHERE "id" = 1')
    const posts = await sql<{ id: string; media: string | null }>(
      db,
      'SELECT "id", "media" FROM "post" WHERE "id" > :after ORDER BY "id" LIMIT :batchSize',
      { after, batchSize },
    )
    const last = posts.at(-1)
    if (last === undefined || signal.aborted) return false
    await transaction(db, async (manager) => {
      const dueDate = (): string => iso(now() + intervals.spread * chance())
      for (const { id, media } of posts) {
        if (await exists(manager, id)) await storeLinks(manager, id, parsedOrNull<Media>(media), outside, dueDate)
      }
      await sql(
        manager,
        'INSERT INTO "link_walk" ("id", "postId") VALUES (1, :id) ON CONFLICT ("id") DO UPDATE SET "postId" = excluded."postId"',
        { id: last.id },
      )
    })
    return posts.length === batchSize
  }

  const exists = async (manager: EntityManager, id: string): Promise<boolean> =>
    (await sql(manager, 'SELECT 1 FROM "post" WHERE "id" = :id', { id })).length > 0

  async function registerLinks(manager: EntityManager, { postId }: { postId: string }): Promise<void> {
    await lockRow(manager, 'post', postId)
    const [post] = await sql<{ media: string | null }>(manager, 'SELECT "media" FROM "post" WHERE "id" = :postId', { postId })
    if (!post) return
    await storeLinks(manager, postId, parsedOrNull<Media>(post.media), outside, () => iso(now() + intervals.first))
    await updateLinkStates(manager, [postId], outside)
  }

  const rowsOf = async (media: Media | null): Promise<RawLink[]> => {
    const ids = [...linksOf(media, outside).keys()]
    return ids.length === 0 ? [] : sql<RawLink>(db, `SELECT ${linkColumns} FROM "link_check" WHERE "id" IN (:...ids)`, { ids })
  }

  return {
    job: { name: 'links.check', everyMs: checkEveryMs, run },
    walk: { name: 'links.walk', everyMs: 3_600_000, run: registerOldPosts },
    consumer: {
      name: 'links.posts',
      kinds: ['postCreated', 'postChanged'],
      apply: (manager, fact) => registerLinks(manager, fact as Fact & { postId: string }),
    },

    async checkNow(media) {
      const rows = await rowsOf(media)
      const round = newRound()
      const hosts = new Set(rows.map(({ host }) => host))
      await Promise.all(
        [...hosts].map((host) =>
          rounds.probeHost(
            host,
            rows.filter((row) => row.host === host),
            round,
            { checks: Infinity, nextMs: 0 },
          ),
        ),
      )
      await rounds.recordUnnamed(round)
    },

    async checkSoon(href) {
      const link = outside.link(href)
      if (link === null) return
      await transaction(db, (manager) =>
        sql(
          manager,
          `UPDATE "link_check" SET "dueDate" = :soon
         WHERE "id" = :id AND "dueDate" > :soon AND "state" <> 'dead' AND ("checkedDate" IS NULL OR "checkedDate" <= :lately)`,
          { id: linkId(link.href), soon: iso(now() + reports.within), lately: iso(now() - reports.after) },
        ),
      )
    },

    checked: async (media) => (await rowsOf(media)).map(({ checkedDate }) => checkedDate),
  }
}
