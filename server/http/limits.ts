/** Rate limits. Counters are in memory, so each process counts separately. */
import ipaddr from 'ipaddr.js'
import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { StrandError } from './errors.ts'

export interface Limit {
  requests: number
  seconds: number
}

/** A generous limit per address for everything except files. */
export const generalLimit: Limit = { requests: 3000, seconds: 60 }

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

/** Limits that are the same object share counters, as an alias does with its endpoint. */
export function createLimits(enabled: boolean): Limits {
  const limiters = new Map<Limit, RateLimiterMemory>()
  const hits = new Map<Limit, Omit<LimitHits, 'limit'>>()

  function addHit(limit: Limit): void {
    const latestDate = new Date().toISOString()
    const { count, sinceDate } = hits.get(limit) ?? { count: 0, sinceDate: latestDate }
    hits.set(limit, { count: count + 1, sinceDate, latestDate })
  }

  const limiterOf = (limit: Limit): RateLimiterMemory => {
    const known = limiters.get(limit)
    if (known) return known
    const limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds })
    limiters.set(limit, limiter)
    return limiter
  }
  return {
    async consume(limit, who) {
      if (!enabled) return
      try {
        await limiterOf(limit).consume(typeof who === 'string' ? who : who())
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
    async forget(limit, who) {
      await limiters.get(limit)?.delete(who)
    },
  }
}

export const generalLimiter =
  (limits: Limits): RequestHandler =>
  async (request, _response, next) => {
    await limits.consume(generalLimit, () => addressOf(request))
    next()
  }
