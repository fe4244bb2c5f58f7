/**
 * Tokens with which a Google Cast receiver calls the API for a member (decision 42). A token is random, expires after
 * hours, ends with the session that issued it, and is valid only for endpoints with `cast` in the contract.
 */
import { LessThanOrEqual, MoreThan, type DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor, CastTokens } from '#http/session.ts'
import { CastTokenEntity } from './entities.ts'
import { hashOf, instantIn, newSecret } from './keys.ts'
import { lockMember } from './members.ts'
import { actorColumns, toActor, type RawActor } from './sessions.ts'

/** Lifetime of a token (seconds). The sender, which is the page, requests a new one every hour. */
const lifetime = 4 * 3600
/** Maximum number of valid tokens per member; a new one replaces those that expire first. */
const maxTokens = 5

export interface Casting extends CastTokens {
  issue(actor: Actor): Promise<{ token: string; expires: string }>
  /** Revokes the tokens that this session issued. Returns their number. */
  revoke(actor: Actor): Promise<number>
}

export function createCasting(db: DataSource): Casting {
  return {
    async issue({ uid, sessionHash }) {
      const token = newSecret()
      const row = { tokenHash: hashOf(token), sessionHash, uid, creationDate: instantIn(0), expiryDate: instantIn(lifetime) }
      await transaction(db, async (manager) => {
        if ((await lockMember(manager, uid)) === null) throw new StrandError('unauthenticated')
        await manager.delete(CastTokenEntity, { expiryDate: LessThanOrEqual(instantIn(0)) })
        const older = await manager.find(CastTokenEntity, {
          where: { uid },
          order: { expiryDate: 'DESC', tokenHash: 'ASC' },
          skip: maxTokens - 1,
        })
        if (older.length > 0) await manager.remove(CastTokenEntity, older)
        await manager.insert(CastTokenEntity, row)
      })
      return { token, expires: row.expiryDate }
    },

    async revoke({ uid, sessionHash }) {
      const { affected } = await transaction(db, (manager) =>
        manager.delete(CastTokenEntity, { uid, sessionHash, expiryDate: MoreThan(instantIn(0)) }),
      )
      return affected ?? 0
    },

    async find(hash) {
      const [row] = await sql<Omit<RawActor, 'lastUsedDate' | 'expiryDate'> & { sessionHash: string }>(
        db,
        `SELECT ${actorColumns}, c."sessionHash" FROM "cast_token" c
         JOIN "session" s ON s."tokenHash" = c."sessionHash" JOIN "member" m ON m."uid" = c."uid"
         WHERE c."tokenHash" = :hash AND c."expiryDate" > :now AND s."expiryDate" > :now`,
        { hash, now: instantIn(0) },
      )
      return row ? toActor(row, row.sessionHash) : null
    },
  }
}
