/** What somebody wanted to follow when they went off to sign up elsewhere (A4.1). */
import type { Logger } from 'pino'
import type { Viewer } from '#access/viewer.ts'
import type { Accounts } from '../accounts/service.ts'

interface Follows {
  member(uid: string, wish: 'follow', viewer: Viewer): Promise<unknown>
  bead(id: string, wish: 'follow', viewer: Viewer): Promise<unknown>
}

interface Deps {
  accounts: Pick<Accounts, 'me'>
  follows: Follows
  log: Pick<Logger, 'warn'>
}

export type FirstFollows = (uid: string, wish: { beadId?: string; uid?: string }) => Promise<void>

/** Never rejects: what cannot be followed any more is not worth a failed sign-up. */
export const createFirstFollows =
  ({ accounts, follows, log }: Deps): FirstFollows =>
  async (newcomer, { beadId, uid }) => {
    const { isAdmin, privileges } = await accounts.me(newcomer)
    const viewer = { uid: newcomer, isAdmin, privileges, hides: false }
    const wishes = [
      ...(beadId === undefined ? [] : [follows.bead(beadId, 'follow', viewer)]),
      ...(uid === undefined ? [] : [follows.member(uid, 'follow', viewer)]),
    ]
    for (const outcome of await Promise.allSettled(wishes)) {
      if (outcome.status === 'rejected') log.warn({ error: outcome.reason as unknown }, 'a new member could not follow what they came for')
    }
  }
