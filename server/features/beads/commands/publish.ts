import type { Viewer } from '#access/viewer.ts'
import type { Bead } from '#contract/index.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { mayPublish } from '../access.ts'
import { logAsAdmin, type BeadContext } from '../context.ts'
import { bumpBead, lockBead } from '../counters.ts'
import { BeadEntity } from '../entities.ts'
import { countForMembers } from '../memberCounts.ts'
import type { BeadRecord } from '../records.ts'

/** Publishes a draft. There is no way back. Does nothing if it is published already. The caller checks permission. */
export async function releaseDraft({ db, now, listingChanged }: BeadContext, bead: BeadRecord, viewer: Viewer): Promise<void> {
  await transaction(db, async (manager) => {
    await lockBead(manager, bead.id)
    // Of concurrent requests only the first updates the row.
    const { affected } = await manager.update(
      BeadEntity,
      { id: bead.id, isDraft: true },
      { isDraft: false, submittedDate: null, returnReason: null },
    )
    if (affected === 0) return
    // Counters of members exclude drafts.
    await countForMembers(manager, bead.id, 1)
    await bumpBead(manager, bead.id, 'created', now())
    await logAsAdmin(manager, 'bead.publish', bead, viewer)
    await emit(manager, { kind: 'beadPublished', beadId: bead.id, by: viewer.uid })
    afterCommit(() => listingChanged({ ...bead, isDraft: true }, { ...bead, isDraft: false }))
  })
}

export async function publishBead(context: BeadContext, id: string, viewer: Viewer): Promise<Bead> {
  const { bead } = await context.open(id, viewer)
  // Checked as for a draft, so that publishing twice is idempotent instead of forbidden.
  if (!mayPublish({ ...bead, isDraft: true }, viewer)) throw new StrandError('forbidden')
  await releaseDraft(context, bead, viewer)
  return context.reread(id, viewer)
}
