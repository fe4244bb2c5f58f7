/** Notifications on the page, by mail and by push. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { limits } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Mail } from '../mail/service.ts'
import type { Push } from '../push/service.ts'
import type { Job } from '../scheduler/service.ts'
import { notificationConsumer } from './consumers.ts'
import { createMessengers } from './messengers.ts'
import { createNotificationReader, type NotificationReader } from './read.ts'

export interface Notifications extends NotificationReader {
  /** Moves the last-checked date forward, at most to now. Returns the resulting date. */
  markChecked(uid: string, timestamp: string): Promise<string>
  consumers: Consumer[]
  jobs: Job[]
}

export interface NotificationDeps {
  db: DataSource
  log: Pick<Logger, 'info'>
  accounts: Pick<Accounts, 'refs'>
  mail: Mail
  push: Push
  publicUrl: string
  now?: () => number
}

/** Rows per transaction of the sweep. */
const sweepBatchSize = 500

export function createNotifications({ db, accounts, mail, push, publicUrl, now = Date.now }: NotificationDeps): Notifications {
  /** Deletes groups without recent activity. */
  async function sweep(): Promise<boolean> {
    const before = new Date(now() - limits.notifications.days * 86_400_000).toISOString()
    return transaction(db, async (manager) => {
      const old = await sql<{ uid: string; verb: string; topic: string }>(
        manager,
        `SELECT "uid", "verb", "topic" FROM "notification" WHERE "date" < :before ORDER BY "date" LIMIT ${sweepBatchSize}`,
        { before },
      )
      // The date is checked again: the group may have a new activity since.
      for (const key of old)
        await sql(manager, 'DELETE FROM "notification" WHERE "uid" = :uid AND "verb" = :verb AND "topic" = :topic AND "date" < :before', {
          ...key,
          before,
        })
      return old.length === sweepBatchSize
    })
  }

  return {
    ...createNotificationReader({ db, accounts }),

    async markChecked(uid, timestamp) {
      const current = new Date(now()).toISOString()
      const checkedDate = timestamp < current ? timestamp : current
      return transaction(db, async (manager) => {
        await sql(
          manager,
          `UPDATE "member" SET "notificationsLastChecked" = :checkedDate
           WHERE "uid" = :uid AND ("notificationsLastChecked" IS NULL OR "notificationsLastChecked" < :checkedDate)`,
          { uid, checkedDate },
        )
        const [row] = await sql<{ checked: string | null }>(
          manager,
          'SELECT "notificationsLastChecked" AS "checked" FROM "member" WHERE "uid" = :uid',
          { uid },
        )
        return row?.checked ?? checkedDate
      })
    },

    consumers: [notificationConsumer, ...createMessengers({ db, mail, push, publicUrl })],
    jobs: [{ name: 'notifications.sweep', everyMs: 86_400_000, run: sweep }],
  }
}
