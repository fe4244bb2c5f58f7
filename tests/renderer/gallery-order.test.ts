import { describe, expect, it } from 'vitest'
import { orderOf } from '#widgets/gallery/order.ts'

const open = { id: 'b1' }
const personal = { id: 'b1', invitees: [] }
const curated = { id: 'b1', sort: 'curated' as const }

describe('Z1 the order in which the page shows the playlist is that of its pictures', () => {
  it.each([
    ['an open one’s', open, '/b1', '', { sort: 'top' }],
    ['an invite-only one’s', personal, '/b1', '', { sort: 'earliest' }],
    ['an invite-only one’s by its long address', personal, '/bead/b1', '', { sort: 'earliest' }],
    ['one with an order of its own', curated, '/b1', '', { sort: 'curated' }],
    ['as is asked for', personal, '/b1', '?sort=recent', { sort: 'recent' }],
    ['shuffled as the page is', open, '/b1', '?sort=shuffle&ts=77', { sort: 'shuffle', ts: 77 }],
    ['with a tag', open, '/b1', '?tag=Red', { sort: 'recent' }],
    ['a page’s', open, '/b1', '?page=2', { sort: 'earliest' }],
    ['below a post', open, '/b1/a-song-p1', '', { sort: 'earliest' }],
    ['on another playlist’s page', personal, '/b11', '', { sort: 'recent' }],
    ['elsewhere', curated, '/feed', '?sort=top', { sort: 'recent' }],
  ] as const)('Z1 %s', (_, bead, pathname, search, order) => {
    expect(orderOf(bead, { pathname, search }).order).toEqual(order)
  })

  it('Z1 it turns to recent where the page does: nobody asked for top by name', () => {
    expect(['', '?sort=top', '?tag=Red'].map((search) => orderOf(open, { pathname: '/b1', search }).canFallBack)).toEqual([
      true,
      false,
      false,
    ])
    expect(orderOf(open, { pathname: '/feed', search: '' }).canFallBack).toBe(false)
  })
})
