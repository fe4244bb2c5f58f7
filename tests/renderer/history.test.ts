import { describe, expect, it } from 'vitest'
import { restoredLimit } from '#navigation/history.ts'

const now = 10_000_000
const entry = (shown: number, { load = 'before', ago = 1000, limit = 15 } = {}) => ({
  shown: { posts: { count: shown, limit } },
  at: now - ago,
  load,
})
const present = { load: 'now', now }

describe('what going back finds', () => {
  it('R14 A9 as many items as there were, up to 100, after the page was loaded again', () => {
    expect(restoredLimit(entry(60), 'posts', 15, present)).toBe(60)
    expect(restoredLimit(entry(240), 'posts', 15, present)).toBe(100)
    expect(restoredLimit(entry(5), 'posts', 15, present)).toBe(15)
    expect(restoredLimit(entry(60), 'beads', 18, present)).toBe(18)
    expect(restoredLimit(undefined, 'posts', 15, present)).toBe(15)
  })
  it('R14 what this load of the page has in its cache is not asked for again, until it is let go of', () => {
    expect(restoredLimit(entry(60, { load: 'now' }), 'posts', 15, present)).toBe(15)
    expect(restoredLimit(entry(75, { load: 'now', limit: 60 }), 'posts', 15, present)).toBe(60)
    expect(restoredLimit(entry(60, { load: 'now', ago: 600_000 }), 'posts', 15, present)).toBe(60)
  })
})
