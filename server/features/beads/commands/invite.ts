import type { Viewer } from '#access/viewer.ts'
import { messages, type Bead } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { mayEdit, mayInvite } from '../access.ts'
import { logAsAdmin, type BeadContext } from '../context.ts'
import { lockBead } from '../counters.ts'
import { InviteeEntity } from '../entities.ts'
import { addInvitees, knownInvitees } from '../invitees.ts'
import { toBead } from '../records.ts'

export async function inviteMembers(context: BeadContext, id: string, uids: readonly string[], viewer: Viewer): Promise<Bead> {
  const { db, now, open, reread } = context
  const { bead } = await open(id, viewer)
  if (!mayEdit(bead, viewer)) throw new StrandError('forbidden')
  if (!mayInvite(bead, viewer)) throw new StrandError('forbidden', messages.onlyInviteOnly)
  const known = await knownInvitees(db, uids, bead.creatorUid, viewer.uid, 'newInvitees')
  await transaction(db, async (manager) => {
    await lockBead(manager, id)
    const added = await addInvitees(manager, id, known, new Date(now()).toISOString())
    if (added.length === 0) return
    await logAsAdmin(manager, 'bead.edit', bead, viewer, { invited: added })
    await emit(manager, { kind: 'invited', beadId: id, uids: added, by: viewer.uid })
  })
  return reread(id, viewer)
}

/** Removes an invitee. Allowed for those who may invite, and for the invitee. */
export async function uninviteMember({ db, open, toAnswer }: BeadContext, id: string, uid: string, viewer: Viewer): Promise<Bead> {
  const { bead } = await open(id, viewer)
  if (!mayInvite(bead, viewer) && viewer.uid !== uid) throw new StrandError('forbidden')
  const answer = await toAnswer(bead, viewer)
  await transaction(db, async (manager) => {
    const { affected } = await manager.delete(InviteeEntity, { beadId: id, uid })
    if (affected === 0) throw new StrandError('not_found')
    await logAsAdmin(manager, 'bead.edit', bead, viewer, { uninvited: uid })
    // `posts`: the posts of a draft become invisible to the removed invitee.
    await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid, ...(bead.isDraft && { posts: true }) })
  })
  return toBead(
    bead,
    answer.invitees!.filter((one) => one.uid !== uid),
    viewer,
  )
}
