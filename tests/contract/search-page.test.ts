import { describe, expect, it } from 'vitest'
import { tagKey, type SearchAddress } from '#contract/index.ts'
import { resultsQuery, searchAsked, searchHref, tagAsked, wordAsked, wordsElsewhere, type SearchAsked } from '#contract/pages/search.ts'

const at = (query: string, { tab = 'all', tag = null }: Partial<SearchAddress> = {}, member = true): SearchAsked =>
  searchAsked({ tab, tag }, new URLSearchParams(query), member)

describe('what an address asks', () => {
  it('R13 words, a category, the own collection, and whether it plays', () => {
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
  it('R8 a tag is a search for #tag, whatever else is said', () => {
    expect(at('q=other', { tag: 'Jazz' }).q).toBe('#Jazz')
    expect(at('', { tag: '#jazz' }).q).toBe('#jazz')
    expect(at('', { tag: ' # ' }).q).toBe('')
  })
  it('X4 a visitor has no collection', () => {
    expect(at('q=a&collection=1', {}, false).own).toBe(false)
  })

  it.each([
    ['jazz', null],
    ['#jazz', 'Jazz'],
    ['#free jazz', 'FreeJazz'],
    ['#', null],
    ['@ada', null],
  ])('R8 %s is about the tag %s', (q, tag) => {
    expect(tagAsked(q)).toBe(tag)
  })
  it.each([
    ['jazz', 'jazz'],
    ['#jazz', 'jazz'],
    ['@ada', null],
    ['*mondays', null],
    ['bead mondays', null],
    ['#', null],
    ['beads', 'beads'],
  ])('X3 %s: what goes along with %s', (q, word) => {
    expect(wordAsked(q)).toBe(word)
  })
  it.each([
    ['#jazz', 'jazz'],
    ['@ada', 'ada'],
    ['bead mondays', 'mondays'],
    ['jazz', 'jazz'],
    ['#', ''],
  ])('X3 %s: others are asked for %s', (q, words) => {
    expect(wordsElsewhere(q)).toBe(words)
  })
})

describe('addresses of a question', () => {
  const asked: SearchAsked = { tab: 'all', q: 'a & b', category: 'film', own: true, autoplay: true }
  it('X3 a tab keeps what restricts the search, and does not play by itself', () => {
    expect(searchHref(asked)).toBe('/search?q=a+%26+b&category=film&collection=1')
    expect(searchHref({ ...asked, tab: 'posts', own: false })).toBe('/search/posts?q=a+%26+b&category=film')
  })
  it('R8 everything of a tag is the page of the tag', () => {
    expect(searchHref({ ...asked, q: '#free jazz', category: null, own: false })).toBe('/tag/FreeJazz')
    expect(searchHref({ ...asked, q: '#jazz', own: false })).toBe('/tag/Jazz?category=film')
    expect(searchHref({ ...asked, q: '#jazz', tab: 'web', category: null, own: false })).toBe('/search/web?q=%23jazz')
    expect(searchHref({ ...asked, q: '#', category: null, own: false })).toBe('/search?q=%23')
  })
  it('R8 an address leads to the question that it was made of', () => {
    for (const q of ['a & b', '#jazz', 'naïve?', '100%', '@ada', 'x/y#z'])
      for (const tab of ['all', 'beads', 'web'] as const) {
        const { pathname, search } = new URL(searchHref({ ...asked, q, tab }), 'https://strand.example')
        const [, first, second] = pathname.split('/')
        const again = searchAsked(
          { tab: first === 'tag' ? 'all' : ((second ?? 'all') as 'all'), tag: first === 'tag' ? decodeURIComponent(second!) : null },
          new URLSearchParams(search),
          true,
        )
        expect({ ...again, q: tagAsked(q) === null ? again.q : tagKey(again.q) }).toEqual({
          ...asked,
          autoplay: false,
          tab,
          q: tagAsked(q) === null ? q : tagKey(q),
        })
      }
  })
  it('X4 a list of finds carries what restricts it', () => {
    expect(resultsQuery(asked, 'post', 18)).toEqual({
      q: 'a & b',
      type: 'post',
      limit: 18,
      materialize: '1',
      autocomplete: '1',
      category: 'film',
      collectedby: 'self',
    })
    expect(resultsQuery({ ...asked, category: null, own: false }, 'bead', 2)).toEqual({
      q: 'a & b',
      type: 'bead',
      limit: 2,
      materialize: '1',
      autocomplete: '1',
    })
  })
})
