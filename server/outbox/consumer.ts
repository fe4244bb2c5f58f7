import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import type { Fact, FactKind } from './facts.ts'

/** Has `apply` or `send` (or both). `name` is stored, so it never changes. */
export interface Consumer {
  name: string
  kinds: readonly FactKind[]
  /** Effects on the database: exactly once, in one transaction with the record that it is done. */
  apply?(manager: EntityManager, fact: Fact): Promise<void>
  /** Effects outside: at least once. A rejection is retried later. Takes at most `leaseMs`. */
  send?(fact: Fact): Promise<void>
}

export interface OutboxDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'error'>
  consumers: readonly Consumer[]
  now?: () => number
}
