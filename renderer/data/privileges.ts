/** What a member may do, asked before it is done: the server would refuse it later and with less grace (W6). */
import type { Bead, Me, Privileges } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

export type PrivilegedAct = 'follow' | 'addPost' | 'repost' | 'startBead'

/** Each is granted unless it is explicitly denied. */
const denied = (me: { privileges: Partial<Privileges> }, privilege: keyof Privileges): boolean => me.privileges[privilege] === false

/** Why not, in words; null where nothing stands against it. A visitor is asked to sign in instead. */
export function refusalOf(me: Pick<Me, 'privileges'> | null | undefined, act: PrivilegedAct): string | null {
  if (!me) return null
  if (act === 'follow') return denied(me, 'canFollow') ? t.follow.cannotFollow : null
  if (act === 'startBead') return denied(me, 'canCreateBead') ? t.follow.cannotCreateBead : null
  if (denied(me, 'canPost')) return t.follow.cannotPost
  // What others made may be passed on by who makes nothing new (decision 19).
  if (act === 'repost') return null
  return denied(me, 'canCreatePost') ? t.follow.cannotCreatePost : null
}

/** Whether the playlist takes posts of this member, or of every member where `me` is null, privileges aside. */
export function takesPostsOf(
  { invitees, isFeed, isDraft, creator }: Pick<Bead, 'invitees' | 'isFeed' | 'isDraft' | 'creator'>,
  me: Pick<Me, 'uid' | 'isAdmin'> | null,
): boolean {
  if (isFeed) return false
  if (!me) return invitees === undefined && !isDraft
  return invitees === undefined || me.isAdmin || me.uid === creator.uid || invitees.some(({ uid }) => uid === me.uid)
}

/** Whether it may not be done, and says so. */
export function isRefused(me: Pick<Me, 'privileges'> | null | undefined, act: PrivilegedAct): boolean {
  const text = refusalOf(me, act)
  if (text !== null) showToast({ text, kind: 'error', now: true })
  return text !== null
}
