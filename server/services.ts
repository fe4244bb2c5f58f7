/** The composition root: every service is made here, by hand, from what it needs. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import type { Config } from './config.ts'
import { databaseKind } from './db/data-source.ts'
import { createAccounts, type Accounts } from './features/accounts/service.ts'
import { createSessionStore } from './features/accounts/sessions.ts'
import type { Health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { createLog } from './http/log.ts'
import { createSessions, type Sessions } from './http/session.ts'

export interface Services {
  db: DataSource
  log: Logger
  limits: Limits
  sessions: Sessions
  health: Health
  accounts: Accounts
}

export function createServices(db: DataSource, config: Config): Services {
  const log = createLog(config)
  const limits = createLimits(config.rateLimits)
  const sessions = createSessions(createSessionStore(db), config)
  const health: Health = { database: databaseKind(db), ping: () => db.query('SELECT 1') }
  const accounts = createAccounts({ db, limits })
  return { db, log, limits, sessions, health, accounts }
}
