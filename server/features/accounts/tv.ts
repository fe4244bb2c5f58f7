/**
 * Signs a member in on a television (A2.4), similar to the device flow of RFC 8628. The television requests a pairing
 * and shows its link; a signed-in member opens the link on another device (`claim`); the television polls with its
 * secret and gets a session of its own. The link contains another secret, the token: seeing the screen is not enough to
 * fetch the session. A code of eight characters can be typed instead of opening the link (decision 50).
 */
import { randomInt } from 'node:crypto'
import { IsNull, LessThanOrEqual, MoreThan, type DataSource, type FindOptionsWhere } from 'typeorm'
import { messages, sessionSeconds, tvCode } from '#contract/index.ts'
import type { Answer } from '#contract/endpoints.ts'
import type { TvConnection } from '#contract/endpoints/accounts.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor } from '#http/session.ts'
import { MemberEntity, SessionEntity, TvPairingEntity, type TvPairingRow } from './entities.ts'
import { hashOf, instantIn, newSecret } from './keys.ts'
import { readMe } from './me.ts'

/** Lifetime of a pairing (seconds): 30 minutes, enough to sign up before claiming. */
const lifetime = 1800
/** Lifetime of a code (seconds): 10 minutes (decision 50). */
const codeLifetime = 600
/** Lifetime of a session for one evening (seconds): 12 hours. */
const eveningSeconds = 12 * 3600
/** Interval at which the television polls (seconds). */
const interval = 3

const newCode = (): string => Array.from({ length: tvCode.length }, () => tvCode.alphabet[randomInt(tvCode.alphabet.length)]).join('')

export interface Televisions {
  /** Starts a pairing. */
  begin(): Promise<Answer<'POST /api/v1/auth/tvos/token'>>
  /**
   * Assigns the television to a member. `given`: the token of the link, or the code. Throws `forbidden` for one that is unknown, claimed
   * already or expired.
   */
  claim(uid: string, given: string, options?: { evening?: boolean | undefined }): Promise<void>
  /**
   * `connected: false` until a member has claimed the television; then, once, a new session. Throws `forbidden` for a
   * secret that is unknown, used or expired.
   */
  poll(secret: string, userAgent: string): Promise<TvConnection>
  /** Whose television a session belongs to. */
  owner(actor: Actor): Promise<Answer<'GET /api/v1/auth/tvos/owner'>>
}

export function createTelevisions({ db, publicUrl }: { db: DataSource; publicUrl: string }): Televisions {
  const refused = () => new StrandError('forbidden', messages.tvTokenInvalid)

  return {
    async begin() {
      const [token, secret, code] = [newSecret(), newSecret(), newCode()]
      const row = {
        secretHash: hashOf(secret),
        tokenHash: hashOf(token),
        codeHash: hashOf(code),
        codeExpiryDate: instantIn(codeLifetime),
        evening: null,
        uid: null,
        creationDate: instantIn(0),
        expiryDate: instantIn(lifetime),
      }
      await transaction(db, async (manager) => {
        await manager.delete(TvPairingEntity, { expiryDate: LessThanOrEqual(instantIn(0)) })
        await manager.insert(TvPairingEntity, row)
      })
      return {
        token,
        url: `${publicUrl}/tvos/connect?connecttoken=${token}`,
        code,
        codeSeconds: codeLifetime,
        codePage: `${publicUrl}/pair`,
        secret,
        expires: row.expiryDate,
        interval,
      }
    },

    async claim(uid, given, { evening = false } = {}) {
      const open: FindOptionsWhere<TvPairingRow> = { uid: IsNull(), expiryDate: MoreThan(instantIn(0)) }
      const code = tvCode.read(given)
      const { affected } = await transaction(db, (manager) =>
        manager.update(
          TvPairingEntity,
          code === null
            ? { ...open, tokenHash: hashOf(given) }
            : { ...open, codeHash: hashOf(code), codeExpiryDate: MoreThan(instantIn(0)) },
          { uid, evening },
        ),
      )
      if (affected !== 1) throw refused()
    },

    async poll(secret, userAgent) {
      const secretHash = hashOf(secret)
      const row = await db.getRepository(TvPairingEntity).findOneBy({ secretHash, expiryDate: MoreThan(instantIn(0)) })
      if (row === null) throw refused()
      const { uid, evening } = row
      if (uid === null) return { connected: false, interval }
      const token = newSecret()
      const now = instantIn(0)
      const expires = instantIn(evening ? eveningSeconds : sessionSeconds)
      await transaction(db, async (manager) => {
        // Of two concurrent polls, only the one that deletes the row gets a session.
        const { affected } = await manager.delete(TvPairingEntity, { secretHash })
        if (affected !== 1) throw refused()
        await manager.insert(SessionEntity, {
          tokenHash: hashOf(token),
          uid,
          userAgent: userAgent.slice(0, 300),
          device: 'tv',
          playbackOnly: evening === true,
          creationDate: now,
          lastUsedDate: now,
          expiryDate: expires,
        })
      })
      const member = await db.getRepository(MemberEntity).findOneByOrFail({ uid })
      const owner = { uid, name: member.name }
      return { connected: true, token, expires, owner, playbackOnly: evening === true, ...(!evening && { me: await readMe(db, member) }) }
    },

    async owner({ uid, name, sessionHash }) {
      const { expiryDate, playbackOnly } = await db.getRepository(SessionEntity).findOneByOrFail({ tokenHash: sessionHash })
      return { owner: { uid, name }, expires: expiryDate, playbackOnly: playbackOnly === true }
    },
  }
}
