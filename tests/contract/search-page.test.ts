import { describe, expect, it } from 'vitest'
import { tagKey, type SearchAddress } from '#contract/index.ts'
import {
  resultsQuery,
  parseSearchPageQuery,
  searchHref,
  tagOfQuery,
  termOfQuery,
  wordsElsewhere,
  type SearchPageQuery,
} from '#contract/pages/search.ts'

const at = (query: string, { tab = 'all', tag = null }: Partial<SearchAddress> = {}, member = true): SearchPageQuery =>
  parseSearchPageQuery({ tab, tag }, new URLSearchParams(query), member)

describe('the query of a search address', () => {
  it('R13 an address → text, category, own collection and autoplay', () => {
    expect(at('q=%20two%20%20words%20&category=film&collection=1&autoplay=1')).toEqual({
      tab: 'all',
      q: 'two words',
      category: 'film',
      own: true,
      autoplay: true,
    })
    expect(at('q=a&category=all&collection=yes&autoplay=0')).toEqual({ tab: 'all', q: 'a', category: null, own: false, autoplay: false })
    expect(at(`q=${'x'.repeat(500)}`).q).toHaveLength(200)
    expect(at('').q).toBe('')
  })
  it('R8 a tag address → a search for #tag, whatever its parameters', () => {
    expect(at('q=other', { tag: 'Jazz' }).q).toBe('#Jazz')
    expect(at('', { tag: '#jazz' }).q).toBe('#jazz')
    expect(at('', { tag: ' # ' }).q).toBe('')
  })
  it('X4 a visitor → no own collection', () => {
    expect(at('q=a&collection=1', {}, false).own).toBe(false)
  })

  it.each([
    ['jazz', null],
    ['#jazz', 'Jazz'],
    ['#free jazz', 'FreeJazz'],
    ['#', null],
    ['@ada', null],
  ])('R8 %s → the tag %s', (q, tag) => {
    expect(tagOfQuery(q)).toBe(tag)
  })
  it.each([
    ['jazz', 'jazz'],
    ['#jazz', 'jazz'],
    ['@ada', null],
    ['*mondays', null],
    ['bead mondays', null],
    ['#', null],
    ['beads', 'beads'],
  ])('X3 query %s → related content for %s', (q, word) => {
    expect(termOfQuery(q)).toBe(word)
  })
  it.each([
    ['#jazz', 'jazz'],
    ['@ada', 'ada'],
    ['bead mondays', 'mondays'],
    ['jazz', 'jazz'],
    ['#', ''],
  ])('X3 query %s → other services are searched for %s', (q, words) => {
    expect(wordsElsewhere(q)).toBe(words)
  })
})

describe('addresses of a query', () => {
  const query: SearchPageQuery = { tab: 'all', q: 'a & b', category: 'film', own: true, autoplay: true }
  it('X3 the address of a tab retains the filters, without autoplay', () => {
    expect(searchHref(query)).toBe('/search?q=a+%26+b&category=film&collection=1')
    expect(searchHref({ ...query, tab: 'posts', own: false })).toBe('/search/posts?q=a+%26+b&category=film')
  })
  it('R8 everything about a tag → the page of the tag', () => {
    expect(searchHref({ ...query, q: '#free jazz', category: null, own: false })).toBe('/tag/FreeJazz')
    expect(searchHref({ ...query, q: '#jazz', own: false })).toBe('/tag/Jazz?category=film')
    expect(searchHref({ ...query, q: '#jazz', tab: 'web', category: null, own: false })).toBe('/search/web?q=%23jazz')
    expect(searchHref({ ...query, q: '#', category: null, own: false })).toBe('/search?q=%23')
  })
  it('R8 parsing the address of a query → the same query', () => {
    for (const q of ['a & b', '#jazz', 'naïve?', '100%', '@ada', 'x/y#z'])
      for (const tab of ['all', 'beads', 'web'] as const) {
        const { pathname, search } = new URL(searchHref({ ...query, q, tab }), 'https://strand.example')
        const [, first, second] = pathname.split('/')
        const again = parseSearchPageQuery(
          { tab: first === 'tag' ? 'all' : ((second ?? 'all') as 'all'), tag: first === 'tag' ? decodeURIComponent(second!) : null },
          new URLSearchParams(search),
          true,
        )
        expect({ ...again, q: tagOfQuery(q) === null ? again.q : tagKey(again.q) }).toEqual({
          ...query,
          autoplay: false,
          tab,
          q: tagOfQuery(q) === null ? q : tagKey(q),
        })
      }
  })
  it('X4 the address of a result list retains the filters', () => {
    expect(resultsQuery(query, 'post', 18)).toEqual({
      q: 'a & b',
      type: 'post',
      limit: 18,
      materialize: '1',
      autocomplete: '1',
      category: 'film',
      collectedby: 'self',
    })
    expect(resultsQuery({ ...query, category: null, own: false }, 'bead', 2)).toEqual({
      q: 'a & b',
      type: 'bead',
      limit: 2,
      materialize: '1',
      autocomplete: '1',
    })
  })
})
