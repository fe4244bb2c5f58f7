import { describe, expect, it } from 'vitest'
import { maxEntries, restoredLimit, storeEntry, type Entry } from '#navigation/history.ts'

const now = 10_000_000
const entry = (shown: number, { load = 'before', ago = 1000, limit = 15 } = {}) => ({
  y: 0,
  shown: { posts: { count: shown, limit } },
  at: now - ago,
  load,
})
const present = { load: 'now', now }

describe('the number of items restored on Back', () => {
  it('R14 A9 after a full load the list restores the items it showed, at least one page and at most 100', () => {
    expect(restoredLimit(entry(60), 'posts', 15, present)).toBe(60)
    expect(restoredLimit(entry(240), 'posts', 15, present)).toBe(100)
    expect(restoredLimit(entry(5), 'posts', 15, present)).toBe(15)
    expect(restoredLimit(entry(60), 'beads', 18, present)).toBe(18)
    expect(restoredLimit(undefined, 'posts', 15, present)).toBe(15)
  })
  it('R14 without a full load the list keeps its limit (cache key) until the cache entry expires', () => {
    expect(restoredLimit(entry(60, { load: 'now' }), 'posts', 15, present)).toBe(15)
    expect(restoredLimit(entry(75, { load: 'now', limit: 60 }), 'posts', 15, present)).toBe(60)
    expect(restoredLimit(entry(60, { load: 'now', ago: 600_000 }), 'posts', 15, present)).toBe(60)
  })
})

it('BY24 the entries in memory: the latest, however many there were', () => {
  const entries = new Map<string, Entry>()
  for (let n = 0; n < maxEntries; n += 1) storeEntry(entries, `${n}`, entry(n))
  storeEntry(entries, '0', entry(500))
  storeEntry(entries, 'new', entry(1))
  expect(entries.size).toBe(maxEntries)
  expect([...entries.keys()].slice(-2)).toEqual(['0', 'new'])
  expect(entries.get('0')).toEqual(entry(500))
  expect(entries.has('1')).toBe(false)
  expect(entries.has('2')).toBe(true)
})
