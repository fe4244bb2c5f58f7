/** Blocking and muting members (BY14). `blocks/service.ts` defines their effects. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { BlockOrMuteEntity, type BlockOrMute } from '../blocks/service.ts'
import { demandUid } from '../accounts/service.ts'
import { unfollowBeadsOf, unfollowMember } from './follows.ts'
import { lockMembers } from '../relations/service.ts'

export interface Hiding {
  /** Idempotent. Throws `not_found`, and `forbidden` for the viewer's own uid. */
  set(uid: string, kind: BlockOrMute, enabled: boolean, viewer: Viewer): Promise<{ blocked: boolean; muted: boolean }>
}

const eventKinds = { block: ['blocked', 'unblocked'], mute: ['muted', 'unmuted'] } as const

/** Recomputed from the rows instead of incremented, because a member can be both blocked and muted. */
const recount = (manager: EntityManager, uid: string): Promise<unknown> =>
  sql(
    manager,
    'UPDATE "member" SET "hiddenCount" = (SELECT COUNT(DISTINCT "otherUid") FROM "block_or_mute" WHERE "uid" = :uid) WHERE "uid" = :uid',
    { uid },
  )

export function createHiding({ db, beads, now }: { db: DataSource; beads: Beads; now: () => number }): Hiding {
  /** A block ends follows in both directions, and follows of the blocker's playlists. */
  async function endFollowsBetween(manager: EntityManager, uid: string, other: string): Promise<void> {
    await unfollowMember(manager, uid, other, now())
    await unfollowMember(manager, other, uid, now())
    await unfollowBeadsOf(beads, manager, other, uid, now())
  }

  return {
    async set(givenUid, kind, enabled, viewer) {
      const otherUid = await demandUid(db, givenUid)
      const { uid } = viewer
      if (otherUid === uid) throw new StrandError('forbidden', messages.cannotHideSelf)
      return transaction(db, async (manager) => {
        await lockMembers(manager, [uid, otherUid])
        const key = { uid, otherUid, kind }
        if (enabled !== (await manager.existsBy(BlockOrMuteEntity, key))) {
          if (enabled) await manager.insert(BlockOrMuteEntity, { ...key, creationDate: new Date(now()).toISOString() })
          else await manager.delete(BlockOrMuteEntity, key)
          if (enabled && kind === 'block') await endFollowsBetween(manager, uid, otherUid)
          await recount(manager, uid)
          await emit(manager, { kind: eventKinds[kind][enabled ? 0 : 1], uid: otherUid, by: uid })
        }
        const kinds = (await manager.findBy(BlockOrMuteEntity, { uid, otherUid })).map((row) => row.kind)
        return { blocked: kinds.includes('block'), muted: kinds.includes('mute') }
      })
    },
  }
}
