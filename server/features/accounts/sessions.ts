import { LessThan, type DataSource } from 'typeorm'
import { sessionSeconds } from '../../contract/index.ts'
import { bool, parsed, sql, type RawBoolean } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { SessionStore } from '../../http/session.ts'
import { SessionEntity } from './entities.ts'
import { grantedPrivileges } from './members.ts'

/** A session's end is moved at most this often, so that reading does not become writing (seconds). */
const refreshSeconds = 3600

interface RawActor {
  uid: string
  name: string
  isAdmin: RawBoolean
  verified: RawBoolean
  privileges: string
  hiddenCount: number | null
  lastUsedDate: string
  expiryDate: string
}

const instantIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

export function createSessionStore(db: DataSource): SessionStore {
  /** The end slides: it is `sessionSeconds` after the last use. Where nothing can be written, reading goes on. */
  const extend = (tokenHash: string): Promise<boolean> =>
    transaction(db, (manager) =>
      manager.update(SessionEntity, { tokenHash }, { lastUsedDate: instantIn(0), expiryDate: instantIn(sessionSeconds) }),
    ).then(() => true, () => false)

  return {
    async find(hash) {
      const [row] = await sql<RawActor>(
        db,
        `SELECT m."uid", m."name", m."isAdmin", m."verified", m."privileges", m."hiddenCount", s."lastUsedDate", s."expiryDate"
         FROM "session" s JOIN "member" m ON m."uid" = s."uid" WHERE s."tokenHash" = :hash`,
        { hash },
      )
      if (!row || row.expiryDate <= instantIn(0)) return null
      const extended = row.lastUsedDate <= instantIn(-refreshSeconds) && (await extend(hash))
      const actor = {
        uid: row.uid,
        name: row.name,
        isAdmin: bool(row.isAdmin),
        verified: bool(row.verified),
        privileges: grantedPrivileges({ privileges: parsed(row.privileges) }),
        hides: (row.hiddenCount ?? 0) > 0,
        sessionHash: hash,
      }
      return { actor, extended }
    },

    async add({ hash, uid, userAgent }, replacing) {
      const now = instantIn(0)
      const row = { tokenHash: hash, uid, userAgent, device: null, creationDate: now, lastUsedDate: now, expiryDate: instantIn(sessionSeconds) }
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
