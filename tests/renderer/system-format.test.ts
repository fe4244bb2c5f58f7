import { describe, expect, it } from 'vitest'
import { formatBytes, instantOf, localOf } from '../../renderer/screens/admin/system/format.ts'

describe('M1 figures of the system page', () => {
  it.each([
    [0, '0 B'],
    [-1, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [9949, '9.9 KB'],
    [9951, '10 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [1_234_567, '1.2 MB'],
    [270_123_456_789, '270 GB'],
    [4e18, '4,000 PB'],
  ])('%d bytes → %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('a date and time of an input and an instant convert into each other, in minutes', () => {
    const instant = instantOf('2027-01-03T10:05')!
    expect(instant).toMatch(/^2027-01-0[234]T\d\d:\d5:00\.000Z$/)
    expect(localOf(instant)).toBe('2027-01-03T10:05')
    expect(localOf(instant.replace(':00.000Z', ':59.999Z'))).toBe('2027-01-03T10:05')
    for (const invalid of ['', 'soon', '2027-13-03T10:05']) expect(instantOf(invalid)).toBeNull()
  })
})
