/**
 * Signs a member in on a television (A2.4), similar to the device flow of RFC 8628. The television requests a pairing
 * and shows its link; a signed-in member opens the link on another device (`claim`); the television polls with its
 * secret and gets a session of its own. The link contains another secret, the token: seeing the screen is not enough to
 * fetch the session.
 */
import { IsNull, LessThanOrEqual, MoreThan, type DataSource } from 'typeorm'
import { messages, sessionSeconds } from '#contract/index.ts'
import type { TvConnection } from '#contract/endpoints/accounts.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { MemberEntity, SessionEntity, TvPairingEntity } from './entities.ts'
import { hashOf, instantIn, newSecret } from './keys.ts'
import { readMe } from './me.ts'

/** Lifetime of a pairing (seconds): 30 minutes, enough to sign up before claiming. */
const lifetime = 1800
/** Interval at which the television polls (seconds). */
const interval = 5

export interface Televisions {
  /** Starts a pairing. */
  begin(): Promise<{ token: string; url: string; secret: string; expires: string; interval: number }>
  /** Assigns the television to a member. Throws `forbidden` for a token that is unknown, claimed already or expired. */
  claim(uid: string, token: string): Promise<void>
  /**
   * `connected: false` until a member has claimed the television; then, once, a new session. Throws `forbidden` for a
   * secret that is unknown, used or expired.
   */
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
        // Of two concurrent polls, only the one that deletes the row gets a session.
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
