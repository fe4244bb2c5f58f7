/** The tools of admins: review queue, drafts, rights of members, admin log and Bead of the Day. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Bead, CallOutput, Page } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Accounts } from '../accounts/service.ts'
import { pageOf, type Paging } from '../social/service.ts'
import { createAdminLog, type AdminLog } from './adminLog.ts'
import { createDecisions, type Decisions } from './decisions.ts'
import { createFlags, type FlagDeps, type Flags } from './flags.ts'
import { logAdminAction } from './log.ts'
import { createSanctions, type Sanctions } from './sanctions.ts'
import { listReviewQueue } from './reviewQueue.ts'

export interface Moderation {
  flags: Flags
  sanctions: Sanctions
  decisions: Decisions
  /** The review queue, oldest first. */
  reviewQueue(query: CallOutput<'GET /api/v0/admin/review'>['query'], viewer: Viewer): ReturnType<typeof listReviewQueue>
  /** Unpublished open playlists, latest first (decision 14). */
  drafts(paging: Paging, viewer: Viewer): Promise<Page<Bead>>
  log: AdminLog
  /** Sets the Bead of the Day (decision 23). Throws `not_found`, `invalid`. */
  setDay(pick: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead>
}

export interface ModerationDeps extends Omit<FlagDeps, 'now'> {
  accounts: Accounts
  now?: () => number
}

async function readDrafts(db: DataSource, { from, limit }: Paging): Promise<{ ids: string[]; total: number }> {
  const where = 'FROM "bead" WHERE "isDraft" = TRUE AND "submittedDate" IS NOT NULL'
  const rows = await sql<{ id: string }>(db, `SELECT "id" ${where} ORDER BY "id" DESC LIMIT :limit OFFSET :from`, {
    limit: limit + 1,
    from,
  })
  const [count] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${where}`)
  return { ids: rows.map(({ id }) => id), total: Number(count!.total) }
}

export function createModeration({ db, beads, posts, comments, accounts, now = Date.now }: ModerationDeps): Moderation {
  const flags = createFlags({ db, beads, posts, comments, now })
  const log = createAdminLog({ db, accounts })

  async function setDay({ bead: beadId, day }: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead> {
    const bead = await beads.get(beadId, viewer)
    await transaction(db, async (manager) => {
      await beads.setDay(manager, { beadId, day })
      const detail = { title: bead.title, ...(day !== undefined && { day }) }
      await logAdminAction(manager, { by: viewer.uid, action: 'bead.day', target: { kind: 'bead', id: beadId }, detail })
    })
    return bead
  }

  return {
    flags,
    log,
    sanctions: createSanctions(db),
    decisions: createDecisions({ db, beads, flags, now }),
    reviewQueue: (query, viewer) => listReviewQueue({ db, beads, posts, comments, accounts, log, now }, query, viewer),
    setDay,

    async drafts(paging, viewer) {
      const { ids, total } = await readDrafts(db, paging)
      const page = pageOf(ids, paging, total, (id) => id)
      const { results } = await beads.list({ ids: page.results.join(','), sort: 'recent', from: 0, limit: paging.limit }, viewer)
      return { ...page, results }
    },
  }
}
