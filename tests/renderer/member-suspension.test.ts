/** The pure rules of suspensions and of the members' page. */
import { describe, expect, it } from 'vitest'
import { endless, suspendedMessage, suspensionAt } from '#contract/rules.ts'
import { endChoices, endOf } from '../../renderer/screens/admin/members/suspensionEnd.ts'
import { targetOf } from '../../renderer/screens/admin/members/membersTarget.ts'

describe('M1 suspensions', () => {
  const now = '2026-03-04T10:00:00.000Z'
  it.each([
    [null, null],
    ['2026-03-04T09:59:59.999Z', null],
    [now, null],
    ['2026-03-04T10:00:00.001Z', { until: '2026-03-04T10:00:00.001Z', reason: 'Spam' }],
    [endless, { until: null, reason: 'Spam' }],
  ])('M1 stored end %s → %o', (until, suspension) => {
    expect(suspensionAt(until, 'Spam', now)).toEqual(suspension)
  })

  it('M1 the message names the end in UTC and the reason', () => {
    expect(suspendedMessage({ until: '2026-12-06T05:33:00.000Z', reason: 'Spam' })).toBe(
      'Your account is suspended until 6 December 2026 at 05:33 (UTC). You can read, but not change anything. Reason: Spam',
    )
    expect(suspendedMessage({ until: null, reason: 'Spam' })).toContain('until further notice')
  })

  it('M1 choices of the form → the instant of the end; a date ends with its day; a missing date → undefined', () => {
    expect(endChoices).toEqual(['1', '3', '7', '30', '90', 'endless', 'date'])
    expect(endOf('3', '', new Date(now))).toBe('2026-03-07T10:00:00.000Z')
    expect(endOf('endless', '', new Date(now))).toBeNull()
    expect(endOf('date', '2026-03-09', new Date(now))).toBe(new Date(2026, 2, 9, 23, 59, 59, 999).toISOString())
    expect(endOf('date', '', new Date(now))).toBeUndefined()
    expect(endOf('date', 'soon', new Date(now))).toBeUndefined()
  })
})

it.each([
  ['', { q: '', list: 'newest' }],
  ['?q=%20ada%20', { q: 'ada', list: 'newest' }],
  ['?list=suspended', { q: '', list: 'suspended' }],
  ['?list=constructor&q=%23jazz', { q: '#jazz', list: 'newest' }],
])('M1 the members page at %o → %o', (search, target) => {
  expect(targetOf(search)).toEqual(target)
})
