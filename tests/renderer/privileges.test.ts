import { afterEach, describe, expect, it } from 'vitest'
import { isRefused, refusalOf, type PrivilegedAct } from '../../renderer/app/api/privileges.ts'
import { receiveToasts, type Toast } from '../../renderer/ui/toast.ts'
import { messages } from '../../server/contract/messages.ts'

const granted = { canComment: true, canCreateBead: true, canCreateDraftBead: true, canFollow: true, canPost: true, canCreatePost: true }
const acts: PrivilegedAct[] = ['follow', 'addPost', 'startBead']

const toasts: Toast[] = []
const stop = receiveToasts((toast) => toasts.push(toast))
afterEach(() => void toasts.splice(0))

describe('W6 what a member may not do is said before it is done', () => {
  it.each([
    ['canFollow', ['follow'], messages.cannotFollow],
    ['canPost', ['addPost'], messages.cannotPost],
    ['canCreatePost', ['addPost'], messages.cannotCreatePost],
    ['canCreateBead', ['startBead'], messages.cannotCreateBead],
    ['canComment', [], ''],
    ['canCreateDraftBead', [], ''],
  ] as const)('W6 without %s: %j', (privilege, refused, words) => {
    const me = { privileges: { ...granted, [privilege]: false } }
    for (const act of acts) {
      const text = (refused as readonly string[]).includes(act) ? words : null
      expect(refusalOf(me, act)).toBe(text)
      expect(isRefused(me, act)).toBe(text !== null)
    }
    expect(toasts.map(({ text, kind }) => [text, kind])).toEqual(refused.map(() => [words, 'error']))
  })

  it('W6 each is granted unless it is explicitly denied, and a visitor is asked to sign in instead', () => {
    for (const act of acts) {
      expect(refusalOf({ privileges: {} as never }, act)).toBeNull()
      expect(isRefused(null, act)).toBe(false)
    }
    stop()
  })
})
