/**
 * Pairing of a television (A2.4): it shows a token; its owner opens the token's link, signed in; the television, which alone knows the
 * secret, then gets its own session. Two secrets, because seeing the screen must not be enough to take the session (as in RFC 8628).
 */
import { IsNull, LessThanOrEqual, MoreThan, type DataSource } from 'typeorm'
import { messages, sessionSeconds } from '#contract/index.ts'
import type { TvConnection } from '#contract/endpoints/accounts.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { MemberEntity, SessionEntity, TvPairingEntity } from './entities.ts'
import { hashOf, instantIn, newSecret } from './keys.ts'
import { readMe } from './me.ts'

/** Lifetime of a pairing (seconds): enough to receive a mail and sign up. */
const lifetime = 1800
/** Polling interval (seconds). */
const interval = 5

export interface Televisions {
  /** Starts a pairing. */
  begin(): Promise<{ token: string; url: string; secret: string; expires: string; interval: number }>
  /** Assigns the television to a member, once. Throws `forbidden`. */
  claim(uid: string, token: string): Promise<void>
  /** Returns the session, once. Throws `forbidden` for a secret that is unknown, used or expired. */
  poll(secret: string, userAgent: string): Promise<TvConnection>
}

export function createTelevisions({ db, publicUrl }: { db: DataSource; publicUrl: string }): Televisions {
  const refused = () => new StrandError('forbidden', messages.tvTokenInvalid)

  return {
    async begin() {
      const token = newSecret()
      const secret = newSecret()
      const row = {
        secretHash: hashOf(secret),
        tokenHash: hashOf(token),
        uid: null,
        creationDate: instantIn(0),
        expiryDate: instantIn(lifetime),
      }
      await transaction(db, async (manager) => {
        await manager.delete(TvPairingEntity, { expiryDate: LessThanOrEqual(instantIn(0)) })
        await manager.insert(TvPairingEntity, row)
      })
      return { token, url: `${publicUrl}/tvos/connect?connecttoken=${token}`, secret, expires: row.expiryDate, interval }
    },

    async claim(uid, token) {
      const open = { tokenHash: hashOf(token), uid: IsNull(), expiryDate: MoreThan(instantIn(0)) }
      const { affected } = await transaction(db, (manager) => manager.update(TvPairingEntity, open, { uid }))
      if (affected !== 1) throw refused()
    },

    async poll(secret, userAgent) {
      const secretHash = hashOf(secret)
      const row = await db.getRepository(TvPairingEntity).findOneBy({ secretHash, expiryDate: MoreThan(instantIn(0)) })
      if (row === null) throw refused()
      const { uid } = row
      if (uid === null) return { connected: false, interval }
      const token = newSecret()
      const now = instantIn(0)
      const expires = instantIn(sessionSeconds)
      await transaction(db, async (manager) => {
        const { affected } = await manager.delete(TvPairingEntity, { secretHash })
        if (affected !== 1) throw refused()
        await manager.insert(SessionEntity, {
          tokenHash: hashOf(token),
          uid,
          userAgent: userAgent.slice(0, 300),
          device: 'tv',
          creationDate: now,
          lastUsedDate: now,
          expiryDate: expires,
        })
      })
      return { connected: true, token, expires, me: await readMe(db, await db.getRepository(MemberEntity).findOneByOrFail({ uid })) }
    },
  }
}
