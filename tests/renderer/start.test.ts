import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStart } from '#widgets/post/startPosition.ts'

describe('?t=', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['1m30s', 90],
    ['1m30', 90],
    ['1:30', 90],
    ['0:05', 5],
    ['1h2m3s', 3723],
    ['1:02:03', 3723],
    ['2h', 7200],
    ['90m', 5400],
    ['1H30M', 5400],
    ['0', 0],
    [' 90 ', 90],
    ['007', 7],
  ])('BY18 %s starts at %d s', (text, seconds) => {
    expect(parseStart(text)).toBe(seconds)
  })

  it.each([
    null,
    '',
    ' ',
    's',
    'm',
    'h',
    '-1',
    '+5',
    '1e3',
    '0x10',
    '1.5',
    '1,5',
    'NaN',
    'Infinity',
    '1:60',
    '1:2:3:4',
    ':30',
    '1:',
    '1s30m',
    '30s1m',
    '1m 30s',
    '99999999999999999999',
    '999999h',
    '360000',
    '１２',
    '٣',
    '1\u0000',
    '90<script>',
    '90;DROP',
    'javascript:1',
    '90s'.repeat(40),
    '1'.repeat(100_000),
  ])('BY18 %j is no valid start', (text) => {
    expect(parseStart(text)).toBeNull()
  })

  it('BY18 any text → a whole number of seconds below 360,000 or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('0', '9', 'h', 'm', 's', ':', ' ', '-') })), (text) => {
        const start = parseStart(text)
        expect(start === null || (Number.isInteger(start) && start >= 0 && start < 360_000)).toBe(true)
      }),
    )
  })
})
