/**
 * Rate limits and lock-outs. On SQLite, which has one server, counters are in memory (`limitCounters.ts`). Servers on one PostgreSQL share
 * them (decision 57):
 *
 * - Limits of fewer than `approximateFrom` requests are exact: each use is one statement on an unlogged table. They are those of log-ins,
 *   sign-ups, mails, uploads and everything else that costs more than the statement.
 * - Larger ones, such as the general limit of an address, are approximate: requests are counted in memory, and a server reports each
 *   twentieth part of the limit without a request waiting for it. An address below that causes no statement. Each server lets through at
 *   most a twentieth more, and what arrives during one statement.
 * - A member or address that has used a limit up is refused from memory until it ends.
 * - While the database does not answer, each server counts alone, from the last count it knows.
 */
import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Request, RequestHandler } from 'express'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { endpoints, type Endpoint } from '#contract/index.ts'
import { StrandError } from './errors.ts'
import { createCounter, type Counter, type CounterStore } from './limitCounters.ts'

export interface Limit {
  /** Unique, and the same on all servers; admins read it. A limit of the contract has the name of its first endpoint. */
  name?: string
  requests: number
  seconds: number
}

/** A generous limit per address for everything except files. */
export const generalLimit: Limit = { name: 'All requests of an address', requests: 3000, seconds: 60 }

const endpointNames = new Map<Limit, string>(
  (Object.entries(endpoints) as [string, Endpoint][])
    .toReversed()
    .flatMap(([key, { limit }]): [Limit, string][] => (limit ? [[limit, key]] : [])),
)

export function nameOf(limit: Limit): string {
  const name = limit.name ?? endpointNames.get(limit)
  if (name === undefined) throw new Error(`A limit of ${limit.requests} requests has no name`)
  return name
}

export interface LimitHits {
  limit: Limit
  count: number
  sinceDate: string
  latestDate: string
}

export interface Limits {
  /**
   * Counts one use of `limit` by `who`; throws `too_many_requests` with the seconds to wait. `who` can be a function, which is only
   * called if limits are enabled.
   */
  consume(limit: Limit, who: string | (() => string)): Promise<void>
  /** The limits that refused requests of this process in the last hour, the latest first. */
  hits(): LimitHits[]
  /** Requests refused by this process since its start, by the name of the limit. */
  refusals(): ReadonlyMap<string, number>
  /** Resets the count of `who`. */
  forget(limit: Limit, who: string): Promise<void>
}

const plainIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** An IPv6 /64 network belongs to one customer, so it counts as one address. */
export function addressKey(address: string | undefined): string {
  if (address !== undefined && plainIpv4.test(address)) return `address:${address}`
  if (address === undefined || !ipaddr.isValid(address)) return 'address:unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address:${parsed.toString()}`
  return `address:${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}`
}

export const addressOf = (request: Request): string => addressKey(request.ip)

/** How long (ms) the hits of a limit are remembered after the latest. */
const hitsMs = 3_600_000

export interface LimitOptions {
  enabled: boolean
  /** Null: there is one server. */
  store?: CounterStore | null
}

/** Limits that are the same object share counters, as an alias does with its endpoint. */
export function createLimits({ enabled, store = null }: LimitOptions): Limits {
  const counters = new Map<Limit, Counter>()
  const hits = new Map<Limit, Omit<LimitHits, 'limit'>>()
  const refusals = new Map<string, number>()

  function addHit(limit: Limit): void {
    const latestDate = new Date().toISOString()
    const { count, sinceDate } = hits.get(limit) ?? { count: 0, sinceDate: latestDate }
    hits.set(limit, { count: count + 1, sinceDate, latestDate })
    const name = nameOf(limit)
    refusals.set(name, (refusals.get(name) ?? 0) + 1)
  }

  function counterOf(limit: Limit): Counter {
    const known = counters.get(limit)
    if (known) return known
    const name = nameOf(limit)
    const counter = createCounter(limit, store, (who) => hash('sha256', `${name}\n${who}`, 'base64url'))
    counters.set(limit, counter)
    return counter
  }
  return {
    async consume(limit, who) {
      if (!enabled) return
      try {
        await counterOf(limit).consume(typeof who === 'string' ? who : who())
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        addHit(limit)
        const error = new StrandError('too_many_requests')
        error.retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
        throw error
      }
    },
    hits() {
      const oldest = new Date(Date.now() - hitsMs).toISOString()
      for (const [limit, { latestDate }] of hits) if (latestDate < oldest) hits.delete(limit)
      return [...hits].map(([limit, counted]) => ({ limit, ...counted })).toSorted((a, b) => (a.latestDate < b.latestDate ? 1 : -1))
    },
    refusals: () => refusals,
    async forget(limit, who) {
      if (enabled) await counterOf(limit).forget(who)
    },
  }
}

export const generalLimiter =
  (limits: Limits): RequestHandler =>
  async (request, _response, next) => {
    await limits.consume(generalLimit, () => addressOf(request))
    next()
  }
