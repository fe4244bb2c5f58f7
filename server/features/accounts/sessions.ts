/** Sessions in the database: the store that `#http/session.ts` uses, and a member's list of sessions. */
import { In, LessThan, MoreThan, Not, type DataSource } from 'typeorm'
import { sessionSeconds, suspensionAt, type Page } from '#contract/index.ts'
import type { SessionInfo } from '#contract/endpoints/accounts.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Actor, SessionStore } from '#http/session.ts'
import { StrandError } from '#http/errors.ts'
import { SessionEntity, TvPairingEntity, type SessionRow } from './entities.ts'
import { instantIn } from './keys.ts'
import { grantedPrivileges } from './members.ts'

/** Minimum time between two extensions of a session's expiry (seconds), so that few requests cause a write. */
const refreshSeconds = 3600

/** The columns of a session and its member, as the database driver returns them. */
export interface RawActor {
  uid: string
  name: string
  isAdmin: RawBoolean
  verified: RawBoolean
  privileges: string
  hiddenCount: number | null
  suspendedUntil: string | null
  suspensionReason: string | null
  lastUsedDate: string
  expiryDate: string
}

/** SQL columns of the table `member m` that `toActor` needs. */
export const actorColumns =
  'm."uid", m."name", m."isAdmin", m."verified", m."privileges", m."hiddenCount", m."suspendedUntil", m."suspensionReason"'

export function toActor(row: Omit<RawActor, 'lastUsedDate' | 'expiryDate'>, sessionHash: string): Actor {
  const suspension = suspensionAt(row.suspendedUntil, row.suspensionReason, instantIn(0))
  return {
    uid: row.uid,
    name: row.name,
    isAdmin: bool(row.isAdmin) && suspension === null,
    verified: bool(row.verified),
    privileges: grantedPrivileges({ privileges: parsed(row.privileges) }),
    hides: (row.hiddenCount ?? 0) > 0,
    ...(suspension && { suspension }),
    sessionHash,
  }
}

export function createSessionStore(db: DataSource): SessionStore {
  /**
   * Sets the expiry to `sessionSeconds` from now. False if the write fails, as on a read-only database: the session
   * still works.
   */
  const extend = (tokenHash: string): Promise<boolean> =>
    transaction(db, (manager) =>
      manager.update(SessionEntity, { tokenHash }, { lastUsedDate: instantIn(0), expiryDate: instantIn(sessionSeconds) }),
    ).then(
      () => true,
      () => false,
    )

  return {
    async find(hash) {
      const [row] = await sql<RawActor & { playbackOnly: RawBoolean | null }>(
        db,
        `SELECT ${actorColumns}, s."lastUsedDate", s."expiryDate", s."playbackOnly"
         FROM "session" s JOIN "member" m ON m."uid" = s."uid" WHERE s."tokenHash" = :hash`,
        { hash },
      )
      if (!row || row.expiryDate <= instantIn(0)) return null
      const playbackOnly = row.playbackOnly !== null && bool(row.playbackOnly)
      // An evening ends when it was said to.
      const extended = !playbackOnly && row.lastUsedDate <= instantIn(-refreshSeconds) && (await extend(hash))
      return { actor: toActor(row, hash), extended, playbackOnly }
    },

    async add({ hash, uid, userAgent, device }, replacing) {
      const now = instantIn(0)
      const row = {
        tokenHash: hash,
        uid,
        userAgent,
        device,
        playbackOnly: false,
        creationDate: now,
        lastUsedDate: now,
        expiryDate: instantIn(sessionSeconds),
      }
      await transaction(db, async (manager) => {
        if (replacing !== null) await manager.delete(SessionEntity, { tokenHash: replacing })
        await manager.delete(SessionEntity, { expiryDate: LessThan(now) })
        await manager.insert(SessionEntity, row)
      })
    },

    async remove(hash) {
      await transaction(db, (manager) => manager.delete(SessionEntity, { tokenHash: hash }))
    },
  }
}

/** A member's own sessions, to list and to end. */
export interface MemberSessions {
  list(actor: Actor): Promise<Page<SessionInfo>>
  /** Ends a session. Throws `not_found` if the actor has no such session. Returns the number of ended sessions. */
  revoke(actor: Actor, id: string): Promise<number>
  /** Ends all other sessions. Returns their number. */
  revokeOthers(actor: Actor): Promise<number>
}

/**
 * A session's id in answers: a prefix of the hash, which distinguishes a member's sessions and does not reveal the
 * hash.
 */
const idOf = (tokenHash: string): string => tokenHash.slice(0, 16)

export function createMemberSessions(db: DataSource): MemberSessions {
  /** Sessions that have not expired. */
  const live = (uid: string): Promise<SessionRow[]> =>
    db
      .getRepository(SessionEntity)
      .find({ where: { uid, expiryDate: MoreThan(instantIn(0)) }, order: { lastUsedDate: 'DESC', tokenHash: 'ASC' } })

  return {
    async list({ uid, sessionHash }) {
      const rows = await live(uid)
      const results = rows.map((row) => ({
        _id: idOf(row.tokenHash),
        id: idOf(row.tokenHash),
        creationDate: row.creationDate,
        lastUsedDate: row.lastUsedDate,
        expiryDate: row.expiryDate,
        device: row.device,
        userAgent: row.userAgent,
        current: row.tokenHash === sessionHash,
        playbackOnly: row.playbackOnly === true,
      }))
      return { results, next: null, counts: { total: results.length } }
    },

    async revoke({ uid }, id) {
      const hashes = (await live(uid)).map(({ tokenHash }) => tokenHash).filter((hash) => idOf(hash) === id)
      if (hashes.length === 0) throw new StrandError('not_found')
      const { affected } = await transaction(db, (manager) => manager.delete(SessionEntity, { uid, tokenHash: In(hashes) }))
      return affected ?? 0
    },

    async revokeOthers({ uid, sessionHash }) {
      const { affected } = await transaction(db, async (manager) => {
        // A television that the member has claimed but that has not yet fetched its session must not get one.
        await manager.delete(TvPairingEntity, { uid })
        return manager.delete(SessionEntity, { uid, tokenHash: Not(sessionHash) })
      })
      return affected ?? 0
    },
  }
}
