/** Invitees: the members, besides the creator, who may post into a personal playlist. */
import type { DataSource, EntityManager } from 'typeorm'
import { limits, messages } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { filterExisting } from '../accounts/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { InviteeEntity } from './entities.ts'

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

/**
 * Validates uids to invite. Returns them without duplicates and without the creator, who needs no invitation. Throws
 * `invalid` for an unknown member, and `forbidden` if one blocks the inviting member.
 *
 * @param by uid of the inviting member.
 * @param field of the request, named in the error.
 */
export async function knownInvitees(
  db: DataSource,
  named: readonly string[],
  creatorUid: string,
  by: string,
  field: string,
): Promise<string[]> {
  const uids = [...new Set(named)].filter((uid) => uid !== creatorUid)
  if (uids.length === 0) return []
  if ((await filterExisting(db, uids)).size < uids.length) throw refuse(field, messages.notFound)
  await refuseBlocked(db, by, uids)
  return uids
}

/**
 * Adds those who are not invited yet, and returns them. The caller's transaction has locked the playlist's row. Throws
 * `invalid` if the playlist would have too many invitees.
 */
export async function addInvitees(manager: EntityManager, beadId: string, uids: readonly string[], instant: string): Promise<string[]> {
  const present = new Set((await manager.findBy(InviteeEntity, { beadId })).map(({ uid }) => uid))
  const added = uids.filter((uid) => !present.has(uid))
  if (present.size + added.length > limits.invitees) throw refuse('newInvitees', messages.tooManyInvitees)
  if (added.length > 0)
    await manager.insert(
      InviteeEntity,
      added.map((uid) => ({ beadId, uid, creationDate: instant })),
    )
  return added
}
