import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grantedPrivileges } from '../../server/features/accounts/members.ts'
import { isWriter, mayDelete, mayEdit, mayPost, maySee, type BeadFacts } from '../../server/features/beads/access.ts'
import type { Viewer } from '#access/viewer.ts'
import { firstHeat, heatOf, addEvent, scoreAt } from '../../server/features/beads/heat.ts'

const viewer = (uid: string, more: Partial<Viewer> = {}): Viewer => ({
  uid,
  isAdmin: false,
  privileges: grantedPrivileges({ privileges: {} }),
  ...more,
})
const creator = viewer('creator')
const other = viewer('other')
const admin = viewer('admin', { isAdmin: true })
const open: BeadFacts = { creatorUid: 'creator', groupId: null, isDraft: false, isFeed: false, postCount: 3, submittedDate: null }
const personal: BeadFacts = { ...open, groupId: 'g1' }

describe('B12 permissions by role', () => {
  it('B12 creator and admins may edit a playlist', () => {
    expect([creator, admin, other, null].map((who) => mayEdit(open, who))).toEqual([true, true, false, false])
  })

  it('B12 the creator may delete an invite-only or empty playlist; admins may delete any', () => {
    expect(mayDelete(open, creator)).toBe(false)
    expect(mayDelete({ ...open, postCount: 0 }, creator)).toBe(true)
    expect(mayDelete(personal, creator)).toBe(true)
    expect(mayDelete(open, admin)).toBe(true)
    expect(mayDelete({ ...open, postCount: 0 }, other)).toBe(false)
    expect(mayDelete(personal, null)).toBe(false)
  })

  it('B12 every member may post to an open playlist, creator and invitees to an invite-only one', () => {
    expect([creator, admin, other, null].map((who) => isWriter(open, who, false))).toEqual([true, true, true, false])
    expect([creator, admin, other, null].map((who) => isWriter(personal, who, false))).toEqual([true, true, false, false])
    expect(isWriter(personal, other, true)).toBe(true)
  })

  it('B12 no member, not even an admin, may post to a feed', () => {
    expect([creator, admin, other].map((who) => isWriter({ ...open, isFeed: true }, who, true))).toEqual([false, false, false])
  })

  it('B11 a draft is visible to its creator, its invitees and admins; others may not post to it', () => {
    const draft = { ...open, isDraft: true }
    expect([creator, admin, other, null].map((who) => maySee(draft, who, false))).toEqual([true, true, false, false])
    expect(maySee(draft, other, true)).toBe(true)
    expect(isWriter(draft, other, false)).toBe(false)
  })

  it('W6 a member without canPost or canCreatePost may not post', () => {
    for (const denied of ['canPost', 'canCreatePost'] as const)
      expect(mayPost(open, viewer('x', { privileges: grantedPrivileges({ privileges: { [denied]: false } }) }), false)).toBe(false)
    expect(mayPost(open, viewer('x', { privileges: grantedPrivileges({ privileges: { canFollow: false } }) }), false)).toBe(true)
  })
})

const week = 7 * 86_400_000
const start = Date.UTC(2026, 10, 21)

describe('V1 hotness', () => {
  it('V1 an event counts half after a week and a quarter after two', () => {
    const heat = firstHeat(4, start)
    expect(scoreAt(heat, start)).toBeCloseTo(4, 6)
    expect(scoreAt(heat, start + week)).toBeCloseTo(2, 6)
    expect(scoreAt(heat, start + 2 * week)).toBeCloseTo(1, 6)
  })

  it('V1 hotness is the decayed sum of its events, in any order', () => {
    const event = fc.record({ weight: fc.constantFrom(...Object.values(heatOf)), time: fc.integer({ min: start - 20 * week, max: start }) })
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (events) => {
        const fold = (list: typeof events) =>
          list.slice(1).reduce((heat, { weight, time }) => addEvent(heat, weight, time), firstHeat(list[0]!.weight, list[0]!.time))
        const sum = events.reduce((total, { weight, time }) => total + weight * 2 ** ((time - start) / week), 0)
        expect(scoreAt(fold(events), start)).toBeCloseTo(sum, 6)
        expect(fold(events.toReversed())).toBeCloseTo(fold(events), 9)
      }),
    )
  })

  it('V1 another event never decreases hotness, and ten years do not overflow', () => {
    const heat = firstHeat(1, start)
    expect(addEvent(heat, 1, start - 300 * week)).toBeGreaterThanOrEqual(heat)
    const later = addEvent(heat, 3, start + 520 * week)
    expect(Number.isFinite(later)).toBe(true)
    expect(scoreAt(later, start + 520 * week)).toBeCloseTo(3, 6)
  })

  it('V1 one follow today counts more than five posts three weeks ago', () => {
    const old = Array.from({ length: 4 }).reduce<number>(
      (heat) => addEvent(heat, heatOf.posted, start - 3 * week),
      firstHeat(heatOf.posted, start - 3 * week),
    )
    expect(firstHeat(heatOf.followed, start)).toBeGreaterThan(old)
  })
})
