/** Background work: the consumers of the outbox, and the jobs of the scheduler. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { scheduledBackups } from './backup-job.ts'
import type { Config } from './config.ts'
import { databaseKind } from '#db/data-source.ts'
import { sweepRateLimits } from '#db/rateLimits.ts'
import { createOutbox, type Consumer, type Outbox } from '#outbox/outbox.ts'
import { accountMails } from './features/accounts/mails.ts'
import type { Removal } from './features/accounts/removal.ts'
import type { Analytics } from './features/analytics/service.ts'
import type { Digests } from './features/digests/service.ts'
import type { Feed } from './features/feed/service.ts'
import type { Mail } from './features/mail/service.ts'
import type { MemberAdministration } from './features/members/service.ts'
import type { Moderation } from './features/moderation/moderation.ts'
import type { Images } from './features/images/service.ts'
import type { FirstAdmin } from './features/moderation/admins.ts'
import type { Notifications } from './features/notifications/service.ts'
import { playSweep, syncBeadCopies, updatePostHeat } from './features/posts/service.ts'
import type { Repairs } from './features/repair/service.ts'
import { createScheduler, type Scheduler } from './features/scheduler/service.ts'
import { searchSweep, searchUidSweep } from './features/search/changes.ts'
import { followNames } from './features/search/service.ts'
import { shareMails } from './features/share/mails.ts'
import type { SearchEngine } from './search.ts'

interface BackgroundDeps {
  config: Config
  db: DataSource
  log: Logger
  mail: Mail
  search: SearchEngine
  images: Pick<Images, 'job'>
  repairs: Repairs
  feed: Feed
  analytics: Analytics
  removal: Removal
  notifications: Notifications
  digests: Digests
  firstAdmin: FirstAdmin
  moderation: Moderation
  memberAdministration: MemberAdministration
}

function consumersOf(deps: BackgroundDeps): Consumer[] {
  const {
    config: { publicUrl },
    db,
    mail,
    search,
    repairs,
    feed,
    analytics,
    removal,
    notifications,
    digests,
    firstAdmin,
    moderation,
    memberAdministration,
  } = deps
  return [
    // First: consumers lock search's log before any other row, in the same order in every process, which prevents deadlocks.
    search.consumer,
    updatePostHeat(),
    syncBeadCopies,
    followNames,
    repairs.consumer,
    feed.recorder,
    analytics.counter,
    accountMails({ db, mail, publicUrl }),
    removal.consumer,
    firstAdmin.consumer,
    moderation.decisions.consumer,
    memberAdministration.removals.consumer,
    shareMails({ db, mail, publicUrl }),
    ...notifications.consumers,
    ...digests.consumers,
  ]
}

function scheduleJobs({ config, db, log, mail, images, analytics, repairs, notifications, digests }: BackgroundDeps): Scheduler {
  const scheduler = createScheduler({ db, log })
  scheduler.register(
    { name: 'deliveries.clean', everyMs: 86_400_000, run: () => mail.deliveries.clean() },
    analytics.sweep,
    playSweep(db),
    searchSweep(db),
    searchUidSweep(db),
    ...(databaseKind(db) === 'postgres' ? [{ name: 'limits.sweep', everyMs: 60_000, run: () => sweepRateLimits(db) }] : []),
    images.job,
    repairs.job,
    repairs.walk,
    ...notifications.jobs,
    ...digests.jobs,
    ...scheduledBackups({ config, log }),
  )
  return scheduler
}

export function createBackground(deps: BackgroundDeps): { outbox: Outbox; scheduler: Scheduler } {
  const { db, log, search } = deps
  const scheduler = scheduleJobs(deps)
  const rawOutbox = createOutbox({ db, log, consumers: consumersOf(deps) })
  // Tests wait for the search index too.
  const outbox: Outbox = { ...rawOutbox, drain: () => rawOutbox.drain().then(() => search.catchUpIfUsed()) }
  return { outbox, scheduler }
}
