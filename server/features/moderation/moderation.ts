/** The tools of admins: review queue, rights of members, admin log and Bead of the Day. */
import type { Viewer } from '#access/viewer.ts'
import type { Bead, CallOutput } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Partners } from '../partner/service.ts'
import { createAdminLog, type AdminLog } from './adminLog.ts'
import { createContentAdministration, type ContentAdministration } from './content.ts'
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
  content: ContentAdministration
  /** Sets the Bead of the Day (decision 23). Throws `not_found`, `invalid`. */
  setDay(pick: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead>
  /** Removes it. Throws `not_found`, `invalid`. */
  removeDay(pick: CallOutput<'DELETE /api/v0/admin/day'>['body'], viewer: Viewer): Promise<void>
}

export interface ModerationDeps extends Omit<FlagDeps, 'now'> {
  accounts: Accounts
  partners: Partners
  now?: () => number
}

export function createModeration({ db, beads, posts, comments, accounts, partners, now = Date.now }: ModerationDeps): Moderation {
  const flags = createFlags({ db, beads, posts, comments, now })
  const log = createAdminLog({ db, accounts })

  async function setDay({ bead: beadId, reason, ...pick }: CallOutput<'POST /api/v0/admin/day'>['body'], viewer: Viewer): Promise<Bead> {
    const bead = await beads.get(beadId, viewer)
    await transaction(db, async (manager) => {
      const set = await beads.setDay(manager, { beadId, ...pick })
      if (set === null) return
      const { day, replaced } = set
      const detail = { title: bead.title, day, ...(replaced !== null && { replaced }), ...(reason && { reason }) }
      await logAdminAction(manager, { by: viewer.uid, action: 'bead.day', target: { kind: 'bead', id: beadId }, detail })
    })
    return bead
  }

  async function removeDay({ bead: beadId, day, reason }: CallOutput<'DELETE /api/v0/admin/day'>['body'], viewer: Viewer): Promise<void> {
    const bead = await beads.get(beadId, viewer)
    await transaction(db, async (manager) => {
      await beads.removeDay(manager, { beadId, day })
      const detail = { title: bead.title, day, ...(reason && { reason }) }
      await logAdminAction(manager, { by: viewer.uid, action: 'bead.dayRemove', target: { kind: 'bead', id: beadId }, detail })
    })
  }

  return {
    flags,
    log,
    sanctions: createSanctions(db),
    decisions: createDecisions({ db, beads, flags, now }),
    reviewQueue: (query, viewer) => listReviewQueue({ db, beads, posts, comments, accounts, log, now }, query, viewer),
    content: createContentAdministration({ db, beads, posts, comments, accounts, partners, log }),
    setDay,
    removeDay,
  }
}
