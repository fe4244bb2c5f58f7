/** The tools of admins: review queue, rights of members, admin log and Bead of the Day. */
import type { Viewer } from '#access/viewer.ts'
import type { Bead, CallOutput } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import type { Accounts } from '../accounts/service.ts'
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
  log: AdminLog
  /** Sets the Bead of the Day (decision 23). Throws `not_found`, `invalid`. */
  setDay(pick: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead>
}

export interface ModerationDeps extends Omit<FlagDeps, 'now'> {
  accounts: Accounts
  now?: () => number
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
  }
}
