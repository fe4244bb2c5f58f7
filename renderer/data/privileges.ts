/** Checks a member's privileges before an action, to show a clearer message than the server's refusal (W6). */
import type { Bead, Me, Privileges } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

export type PrivilegedAction = 'follow' | 'addPost' | 'repost' | 'startBead'

/** A privilege is granted unless it is explicitly denied. */
const denied = (me: { privileges: Partial<Privileges> }, privilege: keyof Privileges): boolean => me.privileges[privilege] === false

/** The reason for a refusal; null if the action is allowed, and for visitors, who have to sign in first. */
export function refusalReason(me: Pick<Me, 'privileges'> | null | undefined, action: PrivilegedAction): string | null {
  if (!me) return null
  if (action === 'follow') return denied(me, 'canFollow') ? t.follow.cannotFollow : null
  if (action === 'startBead') return denied(me, 'canCreateBead') ? t.follow.cannotCreateBead : null
  if (denied(me, 'canPost')) return t.follow.cannotPost
  // A repost creates no new post (decision 19).
  if (action === 'repost') return null
  return denied(me, 'canCreatePost') ? t.follow.cannotCreatePost : null
}

/** Whether the playlist accepts posts from this member, or from all members if `me` is null. Ignores privileges. */
export function acceptsPostsFrom(
  { invitees, isFeed, isDraft, creator }: Pick<Bead, 'invitees' | 'isFeed' | 'isDraft' | 'creator'>,
  me: Pick<Me, 'uid' | 'isAdmin'> | null,
): boolean {
  if (isFeed) return false
  if (!me) return invitees === undefined && !isDraft
  return invitees === undefined || me.isAdmin || me.uid === creator.uid || invitees.some(({ uid }) => uid === me.uid)
}

/** Shows the reason for a refusal as a toast. Returns whether the action is refused. */
export function reportRefusal(me: Pick<Me, 'privileges'> | null | undefined, action: PrivilegedAction): boolean {
  const text = refusalReason(me, action)
  if (text !== null) showToast({ text, kind: 'error', now: true })
  return text !== null
}
