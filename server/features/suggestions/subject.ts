/** Stored keys of entities that can be suggested. */
import type { DataSource } from 'typeorm'
import { idKind, tagKey } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { SuggestionType } from './entities.ts'

/** Does not reveal that a private draft exists. */
const beadSeenBy = `SELECT 1 AS "there" FROM "bead" b WHERE b."id" = :id AND (b."isDraft" = FALSE OR b."creatorUid" = :uid
  OR EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = b."id" AND i."uid" = :uid))`

/** uid, id of the playlist, or key of the tag. Throws `not_found` if it does not exist or `uid` may not see it. */
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
