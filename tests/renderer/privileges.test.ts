import { afterEach, describe, expect, it } from 'vitest'
import { reportRefusal, refusalReason, acceptsPostsFrom, type PrivilegedAction } from '#data/privileges.ts'
import { receiveToasts, type Toast } from '#ui/toast.ts'
import { messages } from '#contract/messages.ts'

const granted = { canComment: true, canCreateBead: true, canCreateDraftBead: true, canFollow: true, canPost: true, canCreatePost: true }
const acts: PrivilegedAction[] = ['follow', 'addPost', 'startBead']

const toasts: Toast[] = []
const stop = receiveToasts((toast) => toasts.push(toast))
afterEach(() => void toasts.splice(0))

describe('W6 missing privileges are reported before the action', () => {
  it.each([
    ['canFollow', ['follow'], messages.cannotFollow],
    ['canPost', ['addPost'], messages.cannotPost],
    ['canCreatePost', ['addPost'], messages.cannotCreatePost],
    ['canCreateBead', ['startBead'], messages.cannotCreateBead],
    ['canComment', [], ''],
    ['canCreateDraftBead', [], ''],
  ] as const)('W6 without %s exactly these actions are refused, with a toast: %j', (privilege, refused, words) => {
    const me = { privileges: { ...granted, [privilege]: false } }
    for (const act of acts) {
      const text = (refused as readonly string[]).includes(act) ? words : null
      expect(refusalReason(me, act)).toBe(text)
      expect(reportRefusal(me, act)).toBe(text !== null)
    }
    expect(toasts.map(({ text, kind }) => [text, kind])).toEqual(refused.map(() => [words, 'error']))
  })

  it.each([
    ['an open playlist, a visitor', {}, null, true],
    ['an open playlist, a member', {}, 'ann', true],
    ['a feed, an admin', { isFeed: true }, 'root', false],
    ['an open draft, a visitor', { isDraft: true }, null, false],
    ['an invite-only playlist, a visitor', { invitees: [] }, null, false],
    ['an invite-only playlist, a member who is not invited', { invitees: [{ uid: 'ben' }] }, 'ann', false],
    ['an invite-only playlist, an invited member', { invitees: [{ uid: 'ben' }] }, 'ben', true],
    ['an invite-only playlist, its creator', { invitees: [] }, 'cora', true],
    ['an invite-only playlist, an admin', { invitees: [] }, 'root', true],
  ] as const)('B12 W6 %s: a playlist with %j accepts posts of %s, privileges aside → %s', (_case, more, uid, takes) => {
    const bead = { isDraft: false, creator: { uid: 'cora' }, ...more }
    expect(acceptsPostsFrom(bead as never, uid === null ? null : { uid, isAdmin: uid === 'root' })).toBe(takes)
  })

  it('W6 a privilege that is not explicitly denied is granted, and a visitor gets no refusal', () => {
    for (const act of acts) {
      expect(refusalReason({ privileges: {} as never }, act)).toBeNull()
      expect(reportRefusal(null, act)).toBe(false)
    }
    stop()
  })
})
