import type { Viewer } from '#access/viewer.ts'
import { beadTitle, messages, normaliseTags, type Bead, type CallOutput } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { withUploadCleanup } from '../../images/service.ts'
import { attributionOf } from '../attribution.ts'
import type { BeadContext } from '../context.ts'
import { demandCover, saveCover } from '../cover.ts'
import { BeadEntity, type BeadRow } from '../entities.ts'
import { firstHeat, heatOf } from '../heat.ts'
import { addInvitees, knownInvitees } from '../invitees.ts'
import { writeTags } from '../tags.ts'

export type CreateInput = CallOutput<'POST /api/v0/beads'>['body']

export async function createBead(context: BeadContext, input: CreateInput, viewer: Viewer): Promise<Bead> {
  const { db, images, host, isFound, now, listingChanged, reread } = context
  if (!viewer.privileges.canCreateBead) throw new StrandError('forbidden', messages.cannotCreateBead)
  // Without a list of invitees the playlist is open; an empty list makes it personal (decision 13).
  const personal = input.invitees !== undefined
  const invitees = await knownInvitees(db, input.invitees ?? [], viewer.uid, viewer.uid, 'invitees')
  demandCover(input, { isOpen: !personal, isNewDraft: input.isDraft, viewer, host, isFound })
  const attribution = attributionOf(input.attribution, host)
  const instant = now()
  const creationDate = new Date(instant).toISOString()
  const id = newId('bead')
  const cover = await saveCover(images, id, input, null)
  // An open playlist of a member is always a draft at first: an admin reviews and publishes it (decision 14).
  const isDraft = personal || viewer.isAdmin ? input.isDraft : true
  const row: BeadRow = {
    id,
    title: beadTitle(input.title, !personal),
    description: input.description,
    category: input.category,
    tags: normaliseTags(input.tags),
    creatorUid: viewer.uid,
    creationDate,
    groupId: personal ? `g${id.slice(1)}` : null,
    isDraft,
    isFeed: false,
    image: null,
    attribution,
    postCount: 0,
    followerCount: 0,
    heat: firstHeat(heatOf.created, instant),
    ...(!personal && isDraft && { submittedDate: creationDate }),
    ...cover,
  }
  await withUploadCleanup(images, cover?.image, () =>
    transaction(db, async (manager) => {
      await manager.insert(BeadEntity, row)
      await writeTags(manager, id, row.tags)
      await addInvitees(manager, id, invitees, creationDate)
      // Member counters exclude drafts (decision 53).
      if (!row.isDraft) {
        await sql(manager, 'UPDATE "member" SET "createdBeadCount" = "createdBeadCount" + 1 WHERE "uid" = :uid', { uid: viewer.uid })
      }
      await emit(manager, { kind: 'beadCreated', beadId: id, by: viewer.uid, ...(row.isDraft && { isDraft: true }) })
      if (invitees.length > 0) await emit(manager, { kind: 'invited', beadId: id, uids: invitees, by: viewer.uid })
      afterCommit(() => listingChanged(null, row))
    }),
  )
  return reread(id, viewer)
}
