/** Review of open drafts (B11, BY14): an admin returns one with a reason, and its creator submits it again. */
import { IsNull, Not } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Bead } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { logAdminAction } from '../../moderation/service.ts'
import { mayEdit } from '../access.ts'
import type { BeadContext } from '../context.ts'
import { lockBead } from '../counters.ts'
import { BeadEntity } from '../entities.ts'

export async function returnDraft({ db, read }: BeadContext, id: string, reason: string, viewer: Viewer): Promise<void> {
  if (!viewer.isAdmin) throw new StrandError('forbidden')
  const { title } = await read(id)
  await transaction(db, async (manager) => {
    await lockBead(manager, id)
    const { affected } = await manager.update(
      BeadEntity,
      { id, isDraft: true, submittedDate: Not(IsNull()) },
      { submittedDate: null, returnReason: reason },
    )
    if (affected === 0) return
    await logAdminAction(manager, { by: viewer.uid, action: 'bead.return', target: { kind: 'bead', id }, detail: { title, reason } })
    await emit(manager, { kind: 'beadReturned', beadId: id, by: viewer.uid, source: newId('row') })
  })
}

export async function submitDraft({ db, now, open, reread }: BeadContext, id: string, viewer: Viewer): Promise<Bead> {
  const { bead } = await open(id, viewer)
  // Also for one that is submitted or published already, so that a repeated request is idempotent.
  if (bead.groupId !== null || !mayEdit(bead, viewer)) throw new StrandError('forbidden')
  await transaction(db, async (manager) => {
    await lockBead(manager, id)
    await manager.update(
      BeadEntity,
      { id, isDraft: true, submittedDate: IsNull() },
      { submittedDate: new Date(now()).toISOString(), returnReason: null },
    )
  })
  return reread(id, viewer)
}
