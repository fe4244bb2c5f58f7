/** Members on the admin page: finding, suspending, signing out, removing their content; and the account history (M1, S3, BY14). */
import type { Answer, CallOutput } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { demandUid } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import { createContentRemovals, type ContentRemovals } from './contentRemoval.ts'
import { createFinder, type FinderDeps } from './finder.ts'
import { readHistory } from './history.ts'
import { readAdminMember } from './records.ts'
import { createSuspensions, type Suspensions } from './suspensions.ts'

export interface MemberAdministration extends Suspensions {
  find(query: CallOutput<'GET /api/v0/admin/members'>['query']): Promise<Answer<'GET /api/v0/admin/members'>>
  /** Throws `not_found`. */
  get(uid: string): Promise<Answer<'GET /api/v0/admin/members/:uid'>>
  removals: ContentRemovals
  history(uid: string, query: CallOutput<'GET /api/v0/me/history'>['query']): Promise<Answer<'GET /api/v0/me/history'>>
}

interface MemberAdministrationDeps extends Omit<FinderDeps, 'now'> {
  beads: Beads
  posts: Posts
  comments: Comments
  /** Disconnects the devices of a member whose sessions have ended. */
  disconnect(uid: string): void
  now?: () => number
}

export function createMemberAdministration({
  db,
  now = Date.now,
  disconnect,
  beads,
  posts,
  comments,
  ...finderDeps
}: MemberAdministrationDeps): MemberAdministration {
  const removals = createContentRemovals({ db, beads, posts, comments, now })
  return {
    ...createSuspensions({ db, now, disconnect }),
    find: createFinder({ db, now, ...finderDeps }),
    removals,
    history: (uid, query) => readHistory(db, uid, query),

    async get(givenUid) {
      const uid = await demandUid(db, givenUid)
      const current = new Date(now()).toISOString()
      const [sessions] = await sql<{ total: number | string }>(
        db,
        'SELECT COUNT(*) AS "total" FROM "session" WHERE "uid" = :uid AND "expiryDate" > :current',
        { uid, current },
      )
      return {
        member: await readAdminMember(db, uid, current),
        sessionCount: Number(sessions!.total),
        removal: await removals.latest(uid),
      }
    },
  }
}
