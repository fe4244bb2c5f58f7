/** Suspensions of members, and the end of their sessions (M1). */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { endless, maxSuspensionMs, messages, type Suspension } from '#contract/index.ts'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { demandUid } from '../accounts/service.ts'
import { lockAdmins, logAdminAction } from '../moderation/service.ts'
import { readAdminMember } from './records.ts'

export interface Suspensions {
  /**
   * Suspends a member, or changes the suspension. Idempotent. Throws `not_found`, `invalid`, and `conflict` for oneself: so an admin without
   * a suspension always remains.
   */
  suspend(uid: string, suspension: Suspension, viewer: Viewer): Promise<AdminMember>
  /** Idempotent. Throws `not_found`. */
  lift(uid: string, reason: string | undefined, viewer: Viewer): Promise<AdminMember>
  /** Ends all sessions of a member, and with them cast tokens and push subscriptions. Returns their number. Throws `not_found`. */
  endSessions(uid: string, reason: string | undefined, viewer: Viewer): Promise<number>
}

interface SuspensionDeps {
  db: DataSource
  now: () => number
  /** Disconnects the devices of a member whose sessions have ended, at once and in all processes. */
  disconnect(uid: string): void
}

/** The uid as stored, of a member whose row is locked. */
async function lockMember(manager: EntityManager, givenUid: string, viewer: Viewer): Promise<string> {
  await lockAdmins(manager, viewer.uid)
  const uid = await demandUid(manager, givenUid)
  await lockRow(manager, 'member', uid)
  return uid
}

export function createSuspensions({ db, now, disconnect }: SuspensionDeps): Suspensions {
  const instant = (): string => new Date(now()).toISOString()

  function demandEnd(until: string | null): string {
    if (until === null) return endless
    const end = Date.parse(until)
    if (end <= now() || end > now() + maxSuspensionMs)
      throw new StrandError('invalid', messages.suspensionEndInvalid, { until: messages.suspensionEndInvalid })
    return new Date(end).toISOString()
  }

  const write = (manager: EntityManager, uid: string, until: string | null, reason: string | null): Promise<unknown> =>
    sql(manager, 'UPDATE "member" SET "suspendedUntil" = :until, "suspensionReason" = :reason WHERE "uid" = :uid', { uid, until, reason })

  return {
    suspend(givenUid, { until, reason }, viewer) {
      const end = demandEnd(until)
      return transaction(db, async (manager) => {
        const uid = await lockMember(manager, givenUid, viewer)
        if (uid === viewer.uid) throw new StrandError('conflict', messages.cannotSuspendSelf)
        const { suspension } = await readAdminMember(manager, uid, instant())
        if (suspension === null || (suspension.until ?? endless) !== end || suspension.reason !== reason) {
          await write(manager, uid, end, reason)
          const detail = { ...(until !== null && { until: end }), reason }
          await logAdminAction(manager, { by: viewer.uid, action: 'member.suspend', target: { kind: 'member', id: uid }, detail })
          await emit(manager, { kind: 'memberChanged', uid })
        }
        return readAdminMember(manager, uid, instant())
      })
    },

    lift: (givenUid, reason, viewer) =>
      transaction(db, async (manager) => {
        const uid = await lockMember(manager, givenUid, viewer)
        const { suspension } = await readAdminMember(manager, uid, instant())
        await write(manager, uid, null, null)
        if (suspension !== null) {
          const detail = reason ? { reason } : {}
          await logAdminAction(manager, { by: viewer.uid, action: 'member.unsuspend', target: { kind: 'member', id: uid }, detail })
          await emit(manager, { kind: 'memberChanged', uid })
        }
        return readAdminMember(manager, uid, instant())
      }),

    async endSessions(givenUid, reason, viewer) {
      const { uid, ended } = await transaction(db, async (manager) => {
        const uid = await lockMember(manager, givenUid, viewer)
        // A television that was claimed but has not fetched its session must not get one.
        await sql(manager, 'DELETE FROM "tv_pairing" WHERE "uid" = :uid', { uid })
        const live = await sql(manager, 'SELECT 1 AS "yes" FROM "session" WHERE "uid" = :uid AND "expiryDate" > :now', {
          uid,
          now: instant(),
        })
        // Cast tokens and push subscriptions have a foreign key to their session, which cascades.
        await sql(manager, 'DELETE FROM "session" WHERE "uid" = :uid', { uid })
        if (live.length > 0) {
          const detail = { sessions: live.length, ...(reason && { reason }) }
          await logAdminAction(manager, { by: viewer.uid, action: 'member.sessions', target: { kind: 'member', id: uid }, detail })
        }
        return { uid, ended: live.length }
      })
      disconnect(uid)
      return ended
    },
  }
}
