import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import type { Fact, FactKind } from './facts.ts'

/** Has `apply`, `send` or both. `name` is stored, so it must never change. */
export interface Consumer {
  name: string
  kinds: readonly FactKind[]
  /** Effects on the database: exactly once, in the transaction that records them as done. */
  apply?(manager: EntityManager, fact: Fact): Promise<void>
  /** Effects outside: at least once. A rejection is retried later. Must take less than `leaseMs`. */
  send?(fact: Fact): Promise<void>
}

export interface OutboxDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'error'>
  consumers: readonly Consumer[]
  now?: () => number
}
