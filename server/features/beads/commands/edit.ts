import type { Viewer } from '#access/viewer.ts'
import { beadDescriptionProblem, beadTitle, beadTitleProblem, normaliseTags, type Bead, type CallOutput } from '#contract/index.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { withUploadCleanup } from '../../images/service.ts'
import { mayEdit, mayPublish } from '../access.ts'
import { attributionOf } from '../attribution.ts'
import { logAsAdmin, type BeadContext } from '../context.ts'
import { lockBead } from '../counters.ts'
import { demandCover, saveCover } from '../cover.ts'
import { BeadEntity, type BeadRow } from '../entities.ts'
import type { BeadRecord } from '../records.ts'
import { writeTags } from '../tags.ts'
import { releaseDraft } from './publish.ts'

export type EditInput = CallOutput<'POST /api/v0/beads/:id'>['body']

/** Fields of a playlist that only admins may set (B3). */
type Extras = Pick<EditInput, 'cta' | 'featured' | 'partnerMetaData' | 'isMilqPremier'>

const extrasOf = ({ cta, featured, partnerMetaData, isMilqPremier }: EditInput): Extras => ({
  cta,
  featured,
  partnerMetaData,
  isMilqPremier,
})
const hasExtras = (extras: Extras): boolean => Object.values(extras).some((value) => value !== undefined)

const invalidField = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

/**
 * Throws `forbidden` unless the viewer may make all requested changes, and `invalid` for a wrong title or description.
 */
function demandEdit(input: EditInput, bead: BeadRecord, viewer: Viewer): void {
  if (!mayEdit(bead, viewer)) throw new StrandError('forbidden')
  const isOpen = bead.groupId === null
  const titleProblem = input.title === undefined ? null : beadTitleProblem(input.title, isOpen)
  if (titleProblem !== null) throw invalidField('title', titleProblem)
  const descriptionProblem = input.description === undefined ? null : beadDescriptionProblem(input.description, isOpen)
  if (descriptionProblem !== null) throw invalidField('description', descriptionProblem)
  if (input.isDraft === false && bead.isDraft && !mayPublish(bead, viewer)) throw new StrandError('forbidden')
  if ((hasExtras(extrasOf(input)) || input.isFeed !== undefined) && !viewer.isAdmin) throw new StrandError('forbidden')
}

/** The columns that the texts, tags and settings of the input change. */
const columnsOf = (input: EditInput, isOpen: boolean): Partial<BeadRow> => ({
  ...(input.title === undefined ? {} : { title: beadTitle(input.title, isOpen) }),
  ...(input.description === undefined ? {} : { description: input.description }),
  ...(input.category === undefined ? {} : { category: input.category }),
  ...(input.tags === undefined ? {} : { tags: normaliseTags(input.tags) }),
  ...(input.sort === undefined ? {} : { sort: input.sort }),
  ...(input.isFeed === undefined ? {} : { isFeed: input.isFeed }),
})

/** The stored extras with the given changes. Null and false remove a field. */
function mergeExtras(before: BeadRow['extras'], extras: Extras): NonNullable<BeadRow['extras']> {
  const given = Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined))
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null && value !== false))
}

export async function editBead(context: BeadContext, id: string, input: EditInput, viewer: Viewer): Promise<Bead> {
  const { db, images, host, isFound, listingChanged, read, open, reread } = context
  const { bead } = await open(id, viewer)
  demandEdit(input, bead, viewer)
  const isOpen = bead.groupId === null
  const extras = extrasOf(input)
  const setsExtras = hasExtras(extras)
  demandCover(input, { isOpen, viewer, host, isFound })
  const attribution = input.attribution === undefined ? undefined : attributionOf(input.attribution, host)
  const cover = await saveCover(images, id, input, bead.image)
  const changes: Partial<BeadRow> = {
    ...columnsOf(input, isOpen),
    // Removing the picture removes its attribution.
    ...(attribution !== undefined ? { attribution } : cover?.image === null ? { attribution: null } : {}),
    ...cover,
  }
  const publishes = input.isDraft === false && bead.isDraft
  if (Object.keys(changes).length === 0 && !setsExtras && !publishes) return reread(id, viewer)
  const replaced = await withUploadCleanup(images, cover?.image, () =>
    transaction(db, async (manager) => {
      await lockBead(manager, id)
      const before = await manager.findOneByOrFail(BeadEntity, { id })
      if (setsExtras) changes.extras = mergeExtras(before.extras, extras)
      if (Object.keys(changes).length > 0) await manager.update(BeadEntity, { id }, changes)
      if (changes.tags) await writeTags(manager, id, changes.tags)
      await logAsAdmin(manager, 'bead.edit', bead, viewer, { fields: Object.keys(changes) })
      // Posts contain a copy of the category, so consumers must update them too.
      const posts = changes.category !== undefined && changes.category !== before.category
      await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid, ...(posts && { posts }) })
      afterCommit(() => listingChanged(before, { ...before, ...changes }))
      return cover === null ? null : before.image
    }),
  )
  await images.drop(replaced)
  if (publishes) await releaseDraft(context, await read(id), viewer)
  return reread(id, viewer)
}
