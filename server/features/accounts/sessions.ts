import { LessThan, type DataSource } from 'typeorm'
import { sessionSeconds } from '../../contract/index.ts'
import { transaction } from '../../db/transaction.ts'
import type { SessionStore } from '../../http/session.ts'
import { MemberEntity, SessionEntity } from './entities.ts'
import { grantedPrivileges } from './members.ts'

/** A session's end is moved at most this often, so that reading does not become writing (seconds). */
const refreshSeconds = 3600

const instantIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

export function createSessionStore(db: DataSource): SessionStore {
  /** The end slides: it is `sessionSeconds` after the last use. */
  const extend = (tokenHash: string) =>
    transaction(db, (manager) =>
      manager.update(SessionEntity, { tokenHash }, { lastUsedDate: instantIn(0), expiryDate: instantIn(sessionSeconds) }),
    )

  return {
    async find(hash) {
      const session = await db.getRepository(SessionEntity).findOneBy({ tokenHash: hash })
      if (session === null || session.expiryDate <= instantIn(0)) return null
      const member = await db.getRepository(MemberEntity).findOneBy({ uid: session.uid })
      if (member === null) return null
      const extended = session.lastUsedDate <= instantIn(-refreshSeconds)
      if (extended) await extend(hash)
      const { uid, name, isAdmin, verified } = member
      return { actor: { uid, name, isAdmin, verified, privileges: grantedPrivileges(member), sessionHash: hash }, extended }
    },

    async add({ hash, uid, userAgent }, replacing) {
      const now = instantIn(0)
      const row = { tokenHash: hash, uid, userAgent, creationDate: now, lastUsedDate: now, expiryDate: instantIn(sessionSeconds) }
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
