import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { t } from '#texts/index.ts'
import { count, date, dateWithYear, duration, fullDay, listed, placed, plural, timeAgo, timeAgoLifetime, truncate } from '#ui/format.ts'

describe('R22 time ago', () => {
  const now = new Date(2026, 10, 18, 15, 30, 0)
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString()

  it.each([
    [0, 'Now'],
    [59, 'Now'],
    [60, '1 min ago'],
    [119, '1 min ago'],
    [3599, '59 min ago'],
    [3600, '1 h ago'],
    [86_399, '23 h ago'],
  ])('R22 %i seconds ago reads %s', (seconds, words) => {
    expect(timeAgo(before(seconds), now)).toBe(words)
  })

  it('R22 a time in the future reads Now', () => {
    expect(timeAgo(before(-300), now)).toBe('Now')
  })

  it('R22 the previous calendar day reads Yesterday, the days before it a weekday, older days a date', () => {
    expect(timeAgo(at(2026, 10, 17, 15), now)).toBe('Yesterday')
    expect(timeAgo(at(2026, 10, 17, 0), now)).toBe('Yesterday')
    expect(timeAgo(at(2026, 10, 16, 23), now)).toBe('Monday')
    expect(timeAgo(at(2026, 10, 12, 0), now)).toBe('Thursday')
    expect(timeAgo(at(2026, 10, 11, 23), now)).toBe('Nov 11')
    expect(timeAgo(at(2025, 10, 18, 12), now)).toBe('Nov 18, 2025')
  })

  it('R22 a time less than 24 hours ago reads hours, even on the previous calendar day', () => {
    const early = new Date(2026, 10, 18, 1, 0, 0)
    expect(timeAgo(at(2026, 10, 17, 23), early)).toBe('2 h ago')
  })

  it('R22 a shown time is updated every minute in the first hour, then every 10 minutes until it is a date', () => {
    const shown: string[] = []
    let age = 0
    for (;;) {
      const then = new Date(now.getTime() + age)
      shown.push(timeAgo(now.toISOString(), then))
      const wait = timeAgoLifetime(now.toISOString(), then)
      if (wait === null) break
      expect(wait).toBe(age < 3_600_000 ? 60_000 : 600_000)
      age += wait
    }
    expect(shown.at(-1)).toBe('Nov 18')
    const hours = Array.from({ length: 23 }, (_, n) => `${n + 1} h ago`)
    const minutes = Array.from({ length: 59 }, (_, n) => `${n + 1} min ago`)
    expect([...new Set(shown)]).toEqual(['Now', ...minutes, ...hours, 'Yesterday', 'Wednesday', 'Nov 18'])
  })

  it('F4 R22 the date of "Member since" has its year, in the current year too', () => {
    const year = new Date().getFullYear()
    expect(t.member.since(dateWithYear(new Date(year, 2, 4, 12).toISOString()))).toBe(`Member since Mar 4, ${year}`)
    expect(t.member.since(dateWithYear(new Date(2019, 2, 4, 12).toISOString()))).toBe('Member since Mar 4, 2019')
  })

  it('R22 a date has its year only if it is not the current year', () => {
    expect(date(at(2026, 0, 2, 12), now)).toBe('Jan 2')
    expect(date(at(2019, 0, 2, 12), now)).toBe('Jan 2, 2019')
  })
})

describe('BY22 texts with placeholders', () => {
  it('O2 a list of three has no serial comma (A4.7)', () => {
    expect([1, 2, 3].map((length) => listed(length).join(''))).toEqual(['0', '0 and 1', '0, 1 and 2'])
  })
  it('BY22 a text with placeholders is split into words and placeholders', () => {
    expect(placed('found by {finder}, reposted by {poster}').map(({ words, place }) => place ?? words)).toEqual([
      'found by ',
      'finder',
      ', reposted by ',
      'poster',
      '',
    ])
    expect(placed('Trending')).toEqual([{ words: 'Trending' }])
  })
  it('R3 a date without a time reads as the same calendar day', () => {
    expect(fullDay('2026-03-04')).toBe('March 4, 2026')
  })
})

describe('R22 a day on which daylight saving time ends', () => {
  const zone = process.env['TZ']
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
  afterEach(() => {
    vi.unstubAllEnvs()
    expect(process.env['TZ']).toBe(zone)
  })

  it('R22 a time on the previous day of 25 hours reads Yesterday', () => {
    // Clocks went back on 25 October 2026: that day had 25 hours.
    const now = new Date('2026-10-26T22:30:00+01:00')
    expect(timeAgo('2026-10-25T00:10:00+02:00', now)).toBe('Yesterday')
  })
})

it('BY24 the server formats in UTC: the calendar day of a time depends on the time zone', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // In Berlin it is the 27th already.
  const now = new Date('2026-10-26T23:30:00Z')
  expect(timeAgo('2026-10-25T21:00:00Z', now, 'UTC')).toBe('Yesterday')
  expect(timeAgo('2026-10-25T21:00:00Z', now)).not.toBe('Yesterday')
  vi.unstubAllEnvs()
})

it('R22 numbers are grouped with commas', () => {
  expect([0, 7, 999, 1000, 1_234_567, -1200, 4.5].map(count)).toEqual(['0', '7', '999', '1,000', '1,234,567', '-1,200', '4.5'])
  expect(plural(1, 'post', 'posts')).toBe('1 post')
  expect(plural(0, 'post', 'posts')).toBe('0 posts')
  expect(plural(1200, 'post', 'posts')).toBe('1,200 posts')
})

it.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [61, '1:01'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3661, '1:01:01'],
  [-4, '0:00'],
  [Number.NaN, '0:00'],
])('B5 %d seconds read %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

describe('R22 truncation', () => {
  it('R22 a text within the limit stays unchanged', () => {
    expect(truncate('Twelve chars', 12)).toBe('Twelve chars')
  })
  it('R22 a long text is cut at a space within 20 characters of the limit', () => {
    expect(truncate('The quick brown fox jumps over', 18)).toBe('The quick brown…')
    expect(truncate('The quick brown', 9)).toBe('The quick…')
  })
  it('R22 a long text without a space near the limit is cut within a word', () => {
    expect(truncate(`a ${'b'.repeat(60)}`, 30)).toBe(`a ${'b'.repeat(28)}…`)
    expect(truncate('x'.repeat(40), 10)).toBe(`${'x'.repeat(10)}…`)
  })
  it('R22 a text of emoji is cut between characters', () => {
    expect(truncate('🎵🎶🎷🎸🎹', 3)).toBe('🎵🎶🎷…')
  })
})
