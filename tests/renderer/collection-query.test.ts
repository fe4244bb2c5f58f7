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

describe('whose a collection is', () => {
  it('R7 Y1 is the viewer’s own without a member and a query, and under the viewer’s own name', () => {
    expect(ask({})).toMatchObject({ whose: 'ada', own: true })
    expect(ask({ uid: 'ada' })).toMatchObject({ whose: 'ada', own: true })
    expect(ask({ uid: 'bob' })).toMatchObject({ whose: 'bob', own: false })
    expect(ask({}, 'collectedby=self')).toMatchObject({ whose: 'ada', own: true })
    expect(ask({}, 'collectedby=bob')).toMatchObject({ whose: 'bob', own: false })
  })

  it('Y1 is nobody’s for a visitor, who is asked to sign in', () => {
    expect(hasCollection(ask({}, '', null))).toBe(false)
    expect(hasCollection(ask({}, 'tag=jazz', null))).toBe(false)
    expect(hasCollection(ask({ uid: 'bob' }, '', null))).toBe(true)
  })

  it('R13 without a member, who posted asks for all that they posted', () => {
    const query = ask({}, 'createdby=bob,cleo', null)
    expect(query).toMatchObject({ whose: null, own: false, of: 'created' })
    expect(hasCollection(query)).toBe(true)
    expect(isNarrowed(query)).toBe(false)
    expect(collectionPostsQuery(query)).toEqual({ createdby: 'bob,cleo', sort: 'recent', from: 0, limit: 18 })
    expect(ask({}, 'member=bob,cleo')).toEqual(ask({}, 'createdby=bob,cleo'))
    expect(ask({}, 'collectedby=self&member=bob').filters.createdby).toEqual(['bob'])
  })

  it('R13 R7 what one member posted is the same as under their own address', () => {
    for (const search of ['createdby=bob', 'member=bob'])
      expect(ask({}, `${search}&tag=jazz`)).toEqual(ask({ uid: 'bob', of: 'created' }, 'tag=jazz'))
    expect(ask({}, 'createdby=ada')).toMatchObject({ whose: 'ada', own: true, of: 'created' })
    expect(collectionHref(ask({}, 'createdby=bob&sort=earliest'))).toBe('/p/bob/posts/created?sort=earliest')
  })
})

describe('what it is narrowed down to', () => {
  it('Y2 reads comma lists, spells tags as one, and leaves out what is none', () => {
    const { filters } = ask({}, `tag=Café Jazz,cafejazz,%20&bead=${bead},nonsense&createdby=bob,a&category=music,nothing&collectedby=self`)
    expect(filters).toEqual({ tag: ['cafejazz'], bead: [bead], createdby: ['bob'], category: ['music'] })
  })

  it('Y2 asks for posts and filters alike, for a group with a choice without that choice', () => {
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

  it('R7 posts that a member created are theirs alone, whoever else is named', () => {
    const query = ask({ uid: 'bob', of: 'created' }, 'createdby=cleo&tag=jazz')
    expect(collectionPostsQuery(query)).toEqual({ createdby: 'bob', tag: 'jazz', sort: 'recent', from: 0, limit: 18 })
  })

  it('Y1 a shuffled order has its seed, and no other order has', () => {
    expect(collectionPostsQuery(ask({}, 'sort=shuffle&ts=42'))).toMatchObject({ sort: 'shuffle', ts: 42 })
    expect(collectionPostsQuery(ask({}, 'sort=earliest&ts=42'))).not.toHaveProperty('ts')
    expect(ask({}, 'sort=nonsense').sort).toBe('recent')
  })
})

describe('its address', () => {
  it.each([
    ['', '/collection'],
    ['tag=jazz,piano', '/collection?tag=jazz,piano'],
    ['collectedby=self&createdby=bob', '/collection?collectedby=self&createdby=bob'],
    ['sort=shuffle&ts=7&q=quiet', '/collection?q=quiet&sort=shuffle&ts=7'],
    ['createdby=bob,cleo', '/collection?createdby=bob,cleo'],
  ])('R13 %s comes back as it was', (search, href) => {
    const query = ask({}, search)
    expect(collectionHref(query)).toBe(href)
    expect(ask({}, href.slice(href.indexOf('?') + 1).replace('/collection', ''))).toEqual(query)
  })

  it('R7 has the member’s name for others', () => {
    expect(collectionHref(ask({ uid: 'bob' }, 'tag=jazz'))).toBe('/p/bob/collection?tag=jazz')
    expect(collectionHref(ask({ uid: 'bob', of: 'created' }))).toBe('/p/bob/posts/created')
    expect(collectionHref(ask({ uid: 'ada', of: 'created' }))).toBe('/p/ada/posts/created')
  })

  it('Y1 a choice is put in and taken out again, and clearing leaves the order', () => {
    const one = toggled(ask({}, 'sort=earliest'), 'tag', 'jazz')
    expect(collectionHref(one)).toBe('/collection?tag=jazz&sort=earliest')
    expect(isNarrowed(one)).toBe(true)
    expect(collectionHref(toggled(one, 'tag', 'jazz'))).toBe('/collection?sort=earliest')
    expect(collectionHref(unfiltered(toggled(one, 'createdby', 'bob')))).toBe('/collection?sort=earliest')
  })
})
