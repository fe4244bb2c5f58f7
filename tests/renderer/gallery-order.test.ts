import { describe, expect, it } from 'vitest'
import { orderOf } from '#widgets/gallery/order.ts'

const open = { id: 'b1' }
const personal = { id: 'b1', invitees: [] }
const curated = { id: 'b1', sort: 'curated' as const }

describe('Z1 the gallery has the sort order of the playlist’s page', () => {
  it.each([
    ['an open playlist on its page → top', open, '/b1', '', { sort: 'top' }],
    ['an invite-only playlist on its page → earliest', personal, '/b1', '', { sort: 'earliest' }],
    ['an invite-only playlist at its long address → earliest', personal, '/bead/b1', '', { sort: 'earliest' }],
    ['a playlist with its own order → that order', curated, '/b1', '', { sort: 'curated' }],
    ['a page with a sort parameter → that order', personal, '/b1', '?sort=recent', { sort: 'recent' }],
    ['a shuffled page → shuffle with the same seed', open, '/b1', '?sort=shuffle&ts=77', { sort: 'shuffle', ts: 77 }],
    ['a page filtered by a tag → recent', open, '/b1', '?tag=Red', { sort: 'recent' }],
    ['a page with a page number → earliest', open, '/b1', '?page=2', { sort: 'earliest' }],
    ['the page of a post in the playlist → earliest', open, '/b1/a-song-p1', '', { sort: 'earliest' }],
    ['the page of another playlist → recent', personal, '/b11', '', { sort: 'recent' }],
    ['any other page → recent', curated, '/feed', '?sort=top', { sort: 'recent' }],
  ] as const)('Z1 %s', (_, bead, pathname, search, order) => {
    expect(orderOf(bead, { pathname, search }).order).toEqual(order)
  })

  it('Z1 an open playlist can fall back to recent only on its page without sort and tag parameters', () => {
    expect(['', '?sort=top', '?tag=Red'].map((search) => orderOf(open, { pathname: '/b1', search }).canFallBack)).toEqual([
      true,
      false,
      false,
    ])
    expect(orderOf(open, { pathname: '/feed', search: '' }).canFallBack).toBe(false)
  })
})
