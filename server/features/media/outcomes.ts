import type { Logger } from 'pino'
import { createMemo } from '#http/memo.ts'
import { Refusal } from './refusal.ts'

export type Outcome<T> = { found: T } | { outage: true }

/** Lifetime of cached answers and outages (ms); a service that is down is not retried at once. */
const ttlMs = { answer: 600_000, outage: 20_000 }

interface OutcomeDeps {
  log: Pick<Logger, 'warn'>
  /** Logged with the reason of an outage. */
  warning: string
  now: () => number
}

/** Caches the outcomes of requests to external services. */
export function createOutcomes({ log, warning, now }: OutcomeDeps) {
  const memo = createMemo<Outcome<unknown>>({
    size: 500,
    now,
    ttlMs: (outcome) => ('found' in outcome ? ttlMs.answer : ttlMs.outage),
  })

  /** Never log the requested URL: it may contain the API key. */
  async function attempt<T>(source: string, work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return { found: await work() }
    } catch (error) {
      const reason = error instanceof Refusal ? `${error.reason}: ${error.message}` : error instanceof Error ? error.name : 'unknown'
      log.warn({ source, reason }, warning)
      return { outage: true }
    }
  }

  /** The cached outcome of a request to `source`, or that of `work`. Never rejects. */
  return <T>(source: string, key: unknown, work: () => Promise<T>): Promise<Outcome<T>> =>
    memo.get(JSON.stringify([source, key]), () => attempt(source, work)) as Promise<Outcome<T>>
}
