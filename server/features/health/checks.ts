/** The link checker as admins see it, and early checks of a playlist (BZ6). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Answer, CallOutput } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import type { Beads } from '../beads/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import type { Repairs } from '../repair/service.ts'
import type { Scheduler } from '../scheduler/service.ts'

export interface LinkChecks {
  state(): Promise<Answer<'GET /api/v0/admin/health/checker'>>
  failingHosts(query: CallOutput<'GET /api/v0/admin/health/hosts'>['query']): Promise<Answer<'GET /api/v0/admin/health/hosts'>>
  /** Returns the number of links. Throws `not_found`. */
  checkBead(beadId: string, admin: Viewer): Promise<number>
}

export interface LinkChecksDeps {
  db: DataSource
  beads: Pick<Beads, 'open'>
  repairs: Pick<Repairs, 'job' | 'checks'>
  scheduler: Pick<Scheduler, 'list' | 'runNow'>
}

export function createLinkChecks({ db, beads, repairs: { job, checks }, scheduler }: LinkChecksDeps): LinkChecks {
  return {
    async state() {
      const [jobs, backlog] = await Promise.all([scheduler.list(), checks.backlog()])
      const { isRunning, lastRunDate, dueDate, failures } = jobs.find(({ name }) => name === job.name)!
      return { isRunning, lastRunDate, nextRunDate: dueDate, failures, ...backlog }
    },

    failingHosts: (query) => checks.failingHosts(query),

    async checkBead(beadId, admin) {
      const { title } = (await beads.open(beadId, admin)).bead
      const links = await transaction(db, async (manager) => {
        const links = await checks.makeDue(manager, beadId)
        await logAdminAction(manager, {
          by: admin.uid,
          action: 'links.check',
          target: { kind: 'bead', id: beadId },
          detail: { title, links },
        })
        return links
      })
      // A running round is followed by another one within a minute.
      await scheduler.runNow(job.name)
      return links
    },
  }
}
