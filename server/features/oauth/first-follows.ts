/** Follows the playlist or member whose follow button led to a sign-up (A4.1). */
import type { Logger } from 'pino'
import type { Viewer } from '#access/viewer.ts'
import type { Accounts } from '../accounts/service.ts'

interface Follows {
  member(uid: string, command: 'follow', viewer: Viewer): Promise<unknown>
  bead(id: string, command: 'follow', viewer: Viewer): Promise<unknown>
}

interface Deps {
  accounts: Pick<Accounts, 'me'>
  follows: Follows
  log: Pick<Logger, 'warn'>
}

export type FirstFollows = (uid: string, target: { beadId?: string; uid?: string }) => Promise<void>

/** Never rejects: a failed follow must not fail the sign-up. */
export const createFirstFollows =
  ({ accounts, follows, log }: Deps): FirstFollows =>
  async (newUid, { beadId, uid }) => {
    const warn = (error: unknown) => log.warn({ error }, 'a new member could not follow what they came for')
    try {
      const { isAdmin, privileges } = await accounts.me(newUid)
      const viewer = { uid: newUid, isAdmin, privileges, hides: false }
      const commands = [
        ...(beadId === undefined ? [] : [follows.bead(beadId, 'follow', viewer)]),
        ...(uid === undefined ? [] : [follows.member(uid, 'follow', viewer)]),
      ]
      for (const outcome of await Promise.allSettled(commands)) if (outcome.status === 'rejected') warn(outcome.reason)
    } catch (error) {
      warn(error)
    }
  }
