/** Requests to hosts of links, and their errors: stored, so that a host is spared by all servers. */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { LinkHostRow } from './entities.ts'

/** Checks of a host per window (ms). */
const maxPerWindow = 20
const windowMs = 60_000
/** How long a host with errors is not checked. */
const pauseMs = 15 * 60_000
/** When rows are deleted: without errors; with errors that no check has repeated, because the links no longer exist. */
const retentionMs = { idle: 3_600_000, failing: 60 * 86_400_000 }

/** How many checks of a host are possible now; without any, when the next one is. */
export interface Allowance {
  checks: number
  /** Date (ms) from which links wait for no longer than necessary. */
  nextMs: number
}

/** The results of consecutive checks of one host. */
export interface HostResult {
  checks: number
  /** The host has answered. */
  hasAnswered: boolean
  /** The error with which the checks ended. */
  failure: string | null
}

/** SQL: what an error changes in the row of a host after errors, or an answer after anything. An inconclusive result changes nothing. */
function changesOf({ hasAnswered, failure }: Pick<HostResult, 'hasAnswered' | 'failure'>): string {
  if (failure === null)
    return hasAnswered ? '"failures" = 0, "failingSince" = NULL, "failureDate" = NULL, "failure" = NULL, "pausedUntil" = NULL,' : ''
  const since = 'excluded."failingSince"'
  return `"failures" = ${hasAnswered ? '1' : '"link_host"."failures" + 1'},
    "failingSince" = ${hasAnswered ? since : `COALESCE("link_host"."failingSince", ${since})`},
    "failureDate" = excluded."failureDate", "failure" = excluded."failure", "pausedUntil" = excluded."pausedUntil",`
}

export function createHosts({ db, now }: { db: DataSource; now: () => number }) {
  const iso = (ms: number): string => new Date(ms).toISOString()

  async function allowancesOf(hosts: readonly string[]): Promise<Map<string, Allowance>> {
    if (hosts.length === 0) return new Map()
    const rows = await sql<Pick<LinkHostRow, 'host' | 'windowDate' | 'checks' | 'pausedUntil'>>(
      db,
      'SELECT "host", "windowDate", "checks", "pausedUntil" FROM "link_host" WHERE "host" IN (:...hosts)',
      { hosts },
    )
    const known = new Map(rows.map((row) => [row.host, row]))
    return new Map(
      hosts.map((host) => {
        const row = known.get(host)
        const pausedUntil = Date.parse(row?.pausedUntil ?? '')
        if (pausedUntil > now()) return [host, { checks: 0, nextMs: pausedUntil }]
        const windowEnd = Date.parse(row?.windowDate ?? '') + windowMs
        if (!(windowEnd > now())) return [host, { checks: maxPerWindow, nextMs: now() + windowMs }]
        return [host, { checks: Math.max(0, maxPerWindow - row!.checks), nextMs: windowEnd }]
      }),
    )
  }

  /** Returns when the host can be checked again (ms). */
  async function record(host: string, { checks, hasAnswered, failure }: HostResult): Promise<number> {
    const time = now()
    const pausedUntil = failure === null ? null : iso(time + pauseMs)
    const parameters = {
      host,
      checks,
      failure: failure?.slice(0, 20) ?? null,
      failures: failure === null ? 0 : 1,
      time: iso(time),
      failureDate: failure === null ? null : iso(time),
      pausedUntil,
      windowStart: iso(time - windowMs),
    }
    const changes = changesOf({ hasAnswered, failure })
    await transaction(db, (manager) =>
      sql(
        manager,
        `INSERT INTO "link_host" ("host", "windowDate", "checks", "failures", "failingSince", "failureDate", "failure", "pausedUntil")
         VALUES (:host, :time, :checks, :failures, :failureDate, :failureDate, :failure, :pausedUntil)
         ON CONFLICT ("host") DO UPDATE SET ${changes}
           "checks" = excluded."checks" + CASE WHEN "link_host"."windowDate" > :windowStart THEN "link_host"."checks" ELSE 0 END,
           "windowDate" = CASE WHEN "link_host"."windowDate" > :windowStart THEN "link_host"."windowDate" ELSE excluded."windowDate" END`,
        parameters,
      ),
    )
    return time + (failure === null ? windowMs : pauseMs)
  }

  /** Deletes rows that are no longer needed. */
  const clean = (): Promise<unknown> =>
    transaction(db, (manager) =>
      sql(manager, 'DELETE FROM "link_host" WHERE ("failureDate" IS NULL AND "windowDate" < :idle) OR "failureDate" < :failing', {
        idle: iso(now() - retentionMs.idle),
        failing: iso(now() - retentionMs.failing),
      }),
    )

  return { allowancesOf, record, clean }
}
