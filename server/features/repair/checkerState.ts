/** The state of the link checker for admins, and early checks (BZ6). Read from the database, so that every server answers alike. */
import type { DataSource, EntityManager } from 'typeorm'
import type { FailingHost, LinkRound } from '#contract/endpoints/health.ts'
import { limits } from '#contract/limits.ts'
import { sql } from '#db/sql.ts'
import { LinkCheckEntity, LinkRoundEntity, type LinkHostRow } from './entities.ts'

export interface Backlog {
  /** The latest round that had due links. */
  round: LinkRound | null
  /** Due links, at most `limits.dueLinks`. */
  due: number
  /** The earliest due date of all links. */
  nextDueDate: string | null
}

export interface CheckerState {
  backlog(): Promise<Backlog>
  /** Hosts whose latest check failed, the latest failure first. `next`: the value of `after` for the next page. */
  failingHosts(page: { after?: string | undefined; limit: number }): Promise<{ results: FailingHost[]; next: string | null }>
  /** Makes all links of a playlist due, before other due links. Returns their number. */
  makeDue(manager: EntityManager, beadId: string): Promise<number>
}

const separator = '~'

export function createCheckerState({ db, now }: { db: DataSource; now: () => number }): CheckerState {
  const iso = (ms = now()): string => new Date(ms).toISOString()

  async function earliestDueDate(manager: EntityManager | DataSource): Promise<string | null> {
    const [row] = await sql<{ dueDate: string }>(manager, 'SELECT "dueDate" FROM "link_check" ORDER BY "dueDate", "id" LIMIT 1')
    return row?.dueDate ?? null
  }

  return {
    async backlog() {
      const [row, [counted], nextDueDate] = await Promise.all([
        db.getRepository(LinkRoundEntity).findOneBy({ id: 1 }),
        sql<{ due: number | string }>(
          db,
          `SELECT COUNT(*) AS "due" FROM (SELECT 1 FROM "link_check" WHERE "dueDate" <= :now LIMIT ${limits.dueLinks}) AS "d"`,
          { now: iso() },
        ),
        earliestDueDate(db),
      ])
      const { id: _id, ...round } = row ?? { id: 0 }
      return { round: row === null ? null : (round as LinkRound), due: Number(counted!.due), nextDueDate }
    },

    async failingHosts({ after, limit }) {
      const [failureDate, host] = after?.split(separator) ?? []
      const rows = await sql<LinkHostRow & { failureDate: string }>(
        db,
        `SELECT "host", "failures", "failingSince", "failureDate", "failure", "pausedUntil" FROM "link_host"
         WHERE ${after === undefined ? '"failureDate" IS NOT NULL' : '("failureDate", "host") < (:failureDate, :host)'}
         ORDER BY "failureDate" DESC, "host" DESC LIMIT :limit`,
        { failureDate, host, limit: limit + 1 },
      )
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        results: shown.map(({ host, failures, failingSince, failureDate, failure, pausedUntil }) => ({
          _id: host,
          id: host,
          failures,
          failingSince: failingSince ?? failureDate,
          failureDate,
          failure: failure ?? 'unknown',
          pausedUntil: pausedUntil !== null && pausedUntil > iso() ? pausedUntil : null,
        })),
        next: rows.length > limit && last !== undefined ? `${last.failureDate}${separator}${last.host}` : null,
      }
    },

    async makeDue(manager, beadId) {
      const earliest = (await earliestDueDate(manager)) ?? iso()
      const dueDate = earliest < iso() ? iso(Date.parse(earliest) - 1) : iso()
      const { affected } = await manager
        .createQueryBuilder()
        .update(LinkCheckEntity)
        .set({ dueDate })
        .where(
          `"id" IN
             (SELECT l."linkId" FROM "post" p JOIN "post_link" l ON l."postId" = p."id" WHERE p."beadId" = :beadId)`,
          { beadId },
        )
        .execute()
      return affected ?? 0
    },
  }
}
