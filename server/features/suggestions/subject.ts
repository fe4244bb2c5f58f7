/** What can be suggested and followed, by the name under which it is kept. */
import type { DataSource } from 'typeorm'
import { idKind, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { SuggestionType } from './entities.ts'

/** Of a draft that is nobody's business it is not even told that it is there. */
const beadSeenBy = `SELECT 1 AS "there" FROM "bead" b WHERE b."id" = :id AND (b."isDraft" = FALSE OR b."creatorUid" = :uid
  OR EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = b."id" AND i."uid" = :uid))`

/** uid, id of the playlist, or key of the tag. Throws `not_found` where there is no such member or playlist for `uid`. */
export async function entityOf(db: DataSource, uid: string, type: SuggestionType, id: string): Promise<string> {
  const entity = type === 'tag' ? tagKey(id) : id
  const known =
    type === 'member'
      ? await sql(db, 'SELECT 1 AS "there" FROM "member" WHERE "uid" = :id', { id })
      : type === 'bead'
        ? idKind(id) === 'bead'
          ? await sql(db, beadSeenBy, { id, uid })
          : []
        : entity === ''
          ? []
          : [true]
  if (known.length === 0) throw new StrandError('not_found')
  return entity
}
