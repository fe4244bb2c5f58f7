import { describe, expect, it } from 'vitest'
import {
  parseCollectionQuery,
  collectionFiltersQuery,
  collectionHref,
  collectionPostsQuery,
  hasCollection,
  isNarrowed,
  toggled,
  unfiltered,
  type CollectionAddress,
} from '#contract/pages/collection.ts'

const bead = `b${'0'.repeat(17)}`
const ask = (path: Partial<CollectionAddress>, search = '', viewer: string | null = 'ada') =>
  parseCollectionQuery({ uid: null, of: 'collected', ...path }, new URLSearchParams(search), viewer)

describe('the member of a collection', () => {
  it('R7 Y1 no member, `self` or the viewer’s uid → the viewer’s own collection; another uid → that member’s', () => {
    expect(ask({})).toMatchObject({ whose: 'ada', own: true })
    expect(ask({ uid: 'ada' })).toMatchObject({ whose: 'ada', own: true })
    expect(ask({ uid: 'bob' })).toMatchObject({ whose: 'bob', own: false })
    expect(ask({}, 'collectedby=self')).toMatchObject({ whose: 'ada', own: true })
    expect(ask({}, 'collectedby=bob')).toMatchObject({ whose: 'bob', own: false })
  })

  it('Y1 a visitor without a member in the address has no collection; a visitor with one has that member’s', () => {
    expect(hasCollection(ask({}, '', null))).toBe(false)
    expect(hasCollection(ask({}, 'tag=jazz', null))).toBe(false)
    expect(hasCollection(ask({ uid: 'bob' }, '', null))).toBe(true)
  })

  it('R13 createdby with two members and no collector → all posts by both; `member` is an alias of createdby', () => {
    const query = ask({}, 'createdby=bob,cleo', null)
    expect(query).toMatchObject({ whose: null, own: false, of: 'created' })
    expect(hasCollection(query)).toBe(true)
    expect(isNarrowed(query)).toBe(false)
    expect(collectionPostsQuery(query)).toEqual({ createdby: 'bob,cleo', sort: 'recent', from: 0, limit: 18 })
    expect(ask({}, 'member=bob,cleo')).toEqual(ask({}, 'createdby=bob,cleo'))
    expect(ask({}, 'collectedby=self&member=bob').filters.createdby).toEqual(['bob'])
  })

  it('R13 R7 createdby with one member → the same query as the address of that member’s posts', () => {
    for (const search of ['createdby=bob', 'member=bob'])
      expect(ask({}, `${search}&tag=jazz`)).toEqual(ask({ uid: 'bob', of: 'created' }, 'tag=jazz'))
    expect(ask({}, 'createdby=ada')).toMatchObject({ whose: 'ada', own: true, of: 'created' })
    expect(collectionHref(ask({}, 'createdby=bob&sort=earliest'))).toBe('/p/bob/posts/created?sort=earliest')
  })
})

describe('the filters of a collection', () => {
  it('Y2 comma-separated filters are split, tags are normalised, duplicate and invalid values are dropped', () => {
    const { filters } = ask({}, `tag=Café Jazz,cafejazz,%20&bead=${bead},nonsense&createdby=bob,a&category=music,nothing&collectedby=self`)
    expect(filters).toEqual({ tag: ['cafejazz'], bead: [bead], createdby: ['bob'], category: ['music'] })
  })

  it('Y2 posts and filter options are requested with the same filters; the options of a group omit its own filter', () => {
    const query = ask({ uid: 'bob' }, `tag=jazz&category=music&q=quiet`)
    expect(collectionPostsQuery(query)).toEqual({
      collectedby: 'bob',
      tag: 'jazz',
      category: 'music',
      q: 'quiet',
      sort: 'recent',
      from: 0,
      limit: 18,
    })
    expect(collectionFiltersQuery(query, 'bead')).toEqual({ collectedby: 'bob', tag: 'jazz', category: 'music', q: 'quiet', limit: 15 })
    expect(collectionFiltersQuery(query, 'tag')).toEqual({ collectedby: 'bob', category: 'music', q: 'quiet', limit: 15, type: 'tag' })
    expect(collectionFiltersQuery(query, 'createdby', 100)).toMatchObject({ limit: 100, type: 'member' })
  })

  it('R7 the posts that a member created ignore another member in createdby', () => {
    const query = ask({ uid: 'bob', of: 'created' }, 'createdby=cleo&tag=jazz')
    expect(collectionPostsQuery(query)).toEqual({ createdby: 'bob', tag: 'jazz', sort: 'recent', from: 0, limit: 18 })
  })

  it('Y1 only the shuffled order has a seed; an unknown order → recent', () => {
    expect(collectionPostsQuery(ask({}, 'sort=shuffle&ts=42'))).toMatchObject({ sort: 'shuffle', ts: 42 })
    expect(collectionPostsQuery(ask({}, 'sort=earliest&ts=42'))).not.toHaveProperty('ts')
    expect(ask({}, 'sort=nonsense').sort).toBe('recent')
  })
})

describe('the address of a collection', () => {
  it.each([
    ['', '/collection'],
    ['tag=jazz,piano', '/collection?tag=jazz,piano'],
    ['collectedby=self&createdby=bob', '/collection?collectedby=self&createdby=bob'],
    ['sort=shuffle&ts=7&q=quiet', '/collection?q=quiet&sort=shuffle&ts=7'],
    ['createdby=bob,cleo', '/collection?createdby=bob,cleo'],
  ])('R13 the query "%s" → an address that parses to the same query', (search, href) => {
    const query = ask({}, search)
    expect(collectionHref(query)).toBe(href)
    expect(ask({}, href.slice(href.indexOf('?') + 1).replace('/collection', ''))).toEqual(query)
  })

  it('R7 another member’s collection, and the posts that any member created, have the uid in their address', () => {
    expect(collectionHref(ask({ uid: 'bob' }, 'tag=jazz'))).toBe('/p/bob/collection?tag=jazz')
    expect(collectionHref(ask({ uid: 'bob', of: 'created' }))).toBe('/p/bob/posts/created')
    expect(collectionHref(ask({ uid: 'ada', of: 'created' }))).toBe('/p/ada/posts/created')
  })

  it('Y1 toggling a filter adds it, toggling it again removes it; clearing all filters keeps the order', () => {
    const one = toggled(ask({}, 'sort=earliest'), 'tag', 'jazz')
    expect(collectionHref(one)).toBe('/collection?tag=jazz&sort=earliest')
    expect(isNarrowed(one)).toBe(true)
    expect(collectionHref(toggled(one, 'tag', 'jazz'))).toBe('/collection?sort=earliest')
    expect(collectionHref(unfiltered(toggled(one, 'createdby', 'bob')))).toBe('/collection?sort=earliest')
  })
})
