import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { code } from '#search/meilisearch/documents.ts'
import { textOf } from '#search/meilisearch/query.ts'
import { settings, synonyms } from '#search/meilisearch/settings.ts'
import { documentTypes, maxReachableHits, type SearchQuery } from '#search/port.ts'
import { fold } from '#search/text/fold.ts'
import type { Request } from '../support/meilisearch.ts'
import type { Question } from '../support/meilisearch-ranking.ts'
import { parseFilter } from '../support/meilisearch-filter.ts'
import { documentOf, queryOf } from './documents.ts'
import { fill, found, setUp } from './meilisearch-kit.ts'

const questions = (requests: Request[]): Question[] => requests.at(-1)!.body.queries

describe('queries to Meilisearch', () => {
  it('X1 a search of two types → one request with a query for each type in display order, and one for titles', async () => {
    const { server, index } = await setUp()
    await fill(index, [])
    await index.search(queryOf('jazz', { types: ['post', 'tag'], limit: 6 }))
    const sent = questions(server.requestsTo('POST', '/multi-search'))
    expect(server.requestsTo('POST', '/multi-search')).toHaveLength(1)
    const shared = { indexUid: 'strand', matchingStrategy: 'all', page: 1, showRankingScore: true }
    expect(sent).toEqual(
      [
        { hitsPerPage: 6, filter: ['type = "tag"', 'readers = "*"'] },
        { hitsPerPage: 6, filter: ['type = "post"', 'readers = "*"'] },
        { hitsPerPage: 12, sort: ['popularity:desc'], filter: ['type IN ["tag", "post"]', 'readers = "*"', 'begins STARTS WITH "jazz-"'] },
      ].map((each) => expect.objectContaining({ ...each, ...shared })),
    )
  })

  it('X1 a short text → titles are queried; too few of them for the page or the count → other fields too', async () => {
    const { server, index } = await setUp()
    const titles = (count: number) => Array.from({ length: count }, (_none, n) => documentOf('post', `p${n}`, { title: `January ${n}` }))
    const filters = () =>
      server
        .requestsTo('POST', '/multi-search')
        .map(({ body }) => body.queries.map(({ filter }) => filter.filter((each) => !each.startsWith('readers'))))
    const typed = queryOf('ja', { types: ['bead', 'post'], unfinished: true, limit: 6, countTo: 20 })
    await fill(index, [...titles(20), documentOf('bead', 'b', { title: 'All that jazz' })])
    expect(await index.search(typed)).toMatchObject({ total: 20, next: 6, hits: { length: 6 } })
    const first = [
      ['type = "bead"', 'starts = "ja"'],
      ['type = "post"', 'starts = "ja"'],
      ['type IN ["bead", "post"]', 'starts = "ja-"'],
    ]
    expect(filters()).toEqual([first])
    server.requests.length = 0
    await fill(index, [...titles(5), documentOf('bead', 'b', { title: 'All that jazz' })], 2)
    expect(await index.search(typed)).toMatchObject({ total: 6, next: null, hits: { length: 6 } })
    expect(filters()).toEqual([first, [['type = "bead"'], ['type = "post"']]])
  })

  it('X1 a search of all types → 5 queries; a frequent word that many titles begin with → 4 more', async () => {
    const { server, index } = await setUp()
    const counted = async (text: string, more: Partial<SearchQuery> = {}) => {
      server.requests.length = 0
      await index.search(queryOf(text, { unfinished: true, limit: 6, countTo: 100, ...more }))
      return server.requestsTo('POST', '/multi-search').map(({ body }) => body.queries.length)
    }
    const words = ['the', 'river', 'night', 'jazz']
    await fill(
      index,
      documentTypes.flatMap((type) =>
        Array.from({ length: 60 }, (_none, n) =>
          documentOf(type, `${type}${n}`, {
            title: n < 40 ? `The ${words[n % 4]} ${n}` : `${words[n % 4]}s ${n}`,
            popularity: n + (type === 'post' ? 100 : 0),
            description: 'the end of a river',
          }),
        ),
      ),
    )
    expect(await counted('t'), 'titles fill the page').toEqual([5])
    expect(await counted('nights'), 'few titles').toEqual([5])
    expect(await counted('river', { unfinished: false }), 'few titles, a whole word').toEqual([5])
    expect(await counted('zebra'), 'nothing').toEqual([5])
    expect(await counted('night', { types: ['post'] }), 'one type').toEqual([2])
    expect(await counted('the'), 'many titles that begin with this word').toEqual([5, 4])
    expect(await counted('the', { unfinished: false }), 'the same, finished').toEqual([5, 4])
  })

  it('X1 a finished last word → a space after it; a word with digits → quoted', () => {
    expect(textOf(['blue', 'train'], true)).toBe('blue train')
    expect(textOf(['blue', 'train'], false)).toBe('blue train ')
    expect(textOf(['mp3', 'blue'], true)).toBe('"mp3" blue')
    expect(textOf(['blue', 'mp3'], false)).toBe('blue "mp3" ')
    expect(textOf(['blue', '19'], true)).toBe('blue 19')
  })

  it('X5 operators and quotes in the text and the filters → escaped', async () => {
    const { server, index } = await setUp()
    await fill(index, [documentOf('bead', 'b1', { title: 'Blue', category: 'music', tags: ['Jazz'] })])
    const nasty = `a" OR type = "post" -blue 'x' \\" [*] AND (`
    await index.search(
      queryOf(nasty, {
        category: nasty,
        tag: nasty,
        excludedAuthors: [nasty],
        among: { bead: [nasty] },
        reader: { uid: nasty, isAdmin: false },
      }),
    )
    for (const { q, filter } of questions(server.requestsTo('POST', '/multi-search'))) {
      expect(q).toBe('a or type post blue x and ')
      for (const each of filter)
        expect(each.replaceAll(/"[a-z0-9_*-]*"/g, '""')).toMatch(/^(NOT )?\w+ (= ""|IN \[(, |"")*\]|STARTS WITH "")$/)
    }
  })

  it('X5 filter values that differ in case, accents or spaces → different codes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const { accepts } = parseFilter(`item = "${code(a)}"`, ['item'])
        expect(accepts({ item: code(b) })).toBe(a === b)
        expect(code(a)).toMatch(/^[a-z0-9_]*$/)
        expect(code(a).length).toBeLessThanOrEqual(300)
      }),
    )
    for (const [a, b] of [
      ['Ab', 'aB'],
      ['é', 'e'],
      ['a ', 'a'],
      ['ﬁ', 'fi'],
      ['_41', 'A'],
    ])
      expect(code(a!)).not.toBe(code(b!))
  })

  it('X5 the same search → a visitor finds public documents, a reader also their own, an admin all', async () => {
    const { index } = await setUp()
    await fill(index, [
      documentOf('bead', 'open', { title: 'Jazz' }),
      documentOf('bead', 'mine', { title: 'Jazz', readers: ['Ann'] }),
      documentOf('bead', 'nobodys', { title: 'Jazz', readers: [] }),
    ])
    expect(await found(index, queryOf('jazz'))).toEqual(['bead open'])
    expect(await found(index, queryOf('jazz', { reader: { uid: 'Ann', isAdmin: false } }))).toEqual(['bead open', 'bead mine'])
    expect(await found(index, queryOf('jazz', { reader: { uid: 'ann', isAdmin: false } }))).toEqual(['bead open'])
    expect(await found(index, queryOf('jazz', { reader: { uid: 'root', isAdmin: true } }))).toEqual([
      'bead open',
      'bead mine',
      'bead nobodys',
    ])
  })

  it('X5 X6 category, tag, writable, among, excludedAuthors → only the documents that match', async () => {
    const { index } = await setUp()
    await fill(index, [
      documentOf('tag', 'jazz', { title: 'Jazz' }),
      documentOf('bead', 'b1', { title: 'Jazz one', category: 'music', tags: ['Été'], creator: 'ann', writers: ['ann'], popularity: 3 }),
      documentOf('bead', 'b2', { title: 'Jazz two', category: 'film', creator: 'bob', popularity: 2 }),
      documentOf('bead', 'feed', { title: 'Jazz feed', category: 'film', writers: [], popularity: 1 }),
      documentOf('member', 'bob', { title: 'Jazz Bob', creator: 'bob' }),
      documentOf('post', 'p1', { title: 'Jazz post', category: 'music', bead: 'b1', creator: 'bob' }),
    ])
    const ann = { uid: 'ann', isAdmin: false }
    expect(await found(index, queryOf('jazz', { category: 'music' }))).toEqual(['bead b1', 'post p1'])
    expect(await found(index, queryOf('jazz', { tag: 'ete' }))).toEqual(['bead b1'])
    expect(await found(index, queryOf('', { tag: 'ete' }))).toEqual(['bead b1'])
    expect(await found(index, queryOf('jazz', { writable: true, reader: ann }))).toEqual(['bead b1', 'bead b2'])
    expect(await found(index, queryOf('jazz', { writable: true, reader: { uid: 'bob', isAdmin: false } }))).toEqual(['bead b2'])
    expect(await found(index, queryOf('jazz', { writable: true, reader: { uid: 'root', isAdmin: true } }))).toEqual(['bead b1', 'bead b2'])
    expect(await found(index, queryOf('jazz', { writable: true }))).toEqual([])
    expect(await found(index, queryOf('jazz', { among: { bead: ['b2', 'gone'], post: [] } }))).toEqual(['bead b2'])
    expect(await found(index, queryOf('', { among: { bead: ['feed', 'b2'] } }))).toEqual(['bead b2', 'bead feed'])
    expect(await found(index, queryOf('jazz', { excludedAuthors: ['bob'] }))).toEqual(['tag jazz', 'bead b1', 'bead feed'])
  })

  it('X1 a query that cannot have results → no request', async () => {
    const { server, index } = await setUp()
    expect(await index.search(queryOf(' \u2013!'))).toEqual({ hits: [], next: null, total: 0 })
    expect(await index.search(queryOf('jazz', { types: ['member', 'tag'], category: 'music' }))).toEqual({ hits: [], next: null, total: 0 })
    expect(server.requests).toEqual([])
  })
})

describe('results of Meilisearch', () => {
  it('X1 results of several types → exact titles, title prefixes, then others; equal ones are interleaved', async () => {
    const { index } = await setUp()
    await fill(index, [
      documentOf('post', 'much', { title: 'All that jazz', popularity: 900 }),
      documentOf('post', 'begins', { title: 'Jazz Hands', popularity: 1 }),
      documentOf('post', 'jazzy', { title: 'Jazzy', popularity: 500 }),
      documentOf('post', 'same', { title: 'jázz!' }),
      documentOf('bead', 'same', { title: 'Jazz' }),
      documentOf('bead', 'other', { title: 'New jazz', popularity: 5 }),
      documentOf('bead', 'third', { title: 'Old jazz', popularity: 4 }),
      documentOf('member', 'told', { title: 'Ann', description: 'I play jazz', popularity: 9 }),
    ])
    const order = ['bead same', 'post same', 'post begins', 'bead other', 'post much', 'bead third', 'member told']
    expect(await found(index, queryOf('jazz')), 'a finished word is misspelt in jazzy').toEqual([...order, 'post jazzy'])
    expect(await found(index, queryOf('jazz', { unfinished: true }))).toEqual([...order.slice(0, 3), 'post jazzy', ...order.slice(3)])
  })

  it('X1 pages of different sizes → slices of one order', async () => {
    const { index } = await setUp()
    await fill(
      index,
      documentTypes.flatMap((type, kind) =>
        Array.from({ length: 7 + kind }, (_none, n) => documentOf(type, `${type}${n}`, { title: `Jazz ${n}`, popularity: n })),
      ),
    )
    const all = await index.search(queryOf('jazz', { limit: 100 }))
    expect(all).toMatchObject({ total: 34, next: null })
    for (const sizes of [[5], [1, 2, 3], [33, 1]]) {
      const hits = []
      let from: number | null = 0
      for (let n = 0; from !== null; n += 1) {
        const page: Awaited<ReturnType<typeof index.search>> = await index.search(
          queryOf('jazz', { from, limit: sizes[n % sizes.length]! }),
        )
        hits.push(...page.hits)
        from = page.next
      }
      expect(hits).toEqual(all.hits)
    }
    expect(await index.search(queryOf('jazz', { from: 40 }))).toEqual({ hits: [], next: null, total: 34 })
  })

  it('X1 any text, types, offset and page size → the same slice of the order as in one large page', async () => {
    const { index } = await setUp()
    const words = ['sun', 'sunny', 'sunday', 'sunset', 'moon', 'star', 'stars']
    const word = (n: number) => words[n % words.length]!
    await fill(
      index,
      documentTypes.flatMap((type, kind) =>
        Array.from({ length: 40 + 40 * kind }, (_none, n) =>
          documentOf(type, `${type}${n}`, {
            title: [word(n), n % 3 === 0 ? '' : word(n * 5 + kind), n % 4 === 0 ? word(n * 3) : ''].filter(Boolean).join(' '),
            popularity: (n * 37) % 101,
            description: n % 2 === 0 ? word(n * 11) : '',
            tags: n % 5 === 0 ? [word(n + 1)] : [],
          }),
        ),
      ),
    )
    for (const text of ['s', 'sun', 'sund', 'moon s']) {
      for (const unfinished of [true, false]) {
        for (const types of [documentTypes, ['bead']] as const) {
          const all = await index.search(queryOf(text, { unfinished, types, limit: 1000 }))
          for (const [from, limit] of [
            [0, 1],
            [0, 6],
            [2, 20],
            [50, 30],
          ] as const) {
            const name = `${text} ${unfinished} ${types.join()} ${from} ${limit}`
            const page = await index.search(queryOf(text, { unfinished, types, from, limit }))
            expect([name, page.total, page.hits]).toEqual([name, all.total, all.hits.slice(from, from + limit)])
            const { total, hits } = await index.search(queryOf(text, { unfinished, types, from, limit, countTo: 10 }))
            expect([name, total, hits]).toEqual([name, Math.min(all.total, Math.max(10, from + limit + 1)), page.hits])
          }
        }
      }
    }
  }, 60_000)

  it('X1 more matches than the maximum of reachable results → the total is that maximum', async () => {
    const { server, index } = await setUp()
    await fill(
      index,
      Array.from({ length: maxReachableHits + 5 }, (_none, n) => documentOf('post', `p${n}`, { title: 'Jazz' })),
    )
    expect(await index.search(queryOf('jazz', { from: maxReachableHits - 3, limit: 10 }))).toMatchObject({
      total: maxReachableHits,
      next: null,
      hits: { length: 3 },
    })
    expect(Math.max(...questions(server.requestsTo('POST', '/multi-search')).map(({ hitsPerPage }) => hitsPerPage))).toBe(maxReachableHits)
  })

  it('X1 surrogate pairs → not split; lone surrogates → replaced', async () => {
    const { index } = await setUp()
    const letters = '\u{10400}'.repeat(200)
    await fill(index, [
      documentOf('post', 'p1', { title: `a${letters}`, description: 'half \uD800 a sign', tags: ['\uDC00'] }),
      documentOf('post', 'p2', { title: '\u{10428}bc' }),
    ])
    const {
      hits: [hit],
    } = await index.search(queryOf(`a${letters}`))
    expect(hit).toMatchObject({ id: 'p1', description: 'half \uFFFD a sign', tags: ['\uFFFD'] })
    expect(await found(index, queryOf('\u{10400}b', { unfinished: true }))).toEqual(['post p2'])
    await expect(index.search(queryOf('\uD800', { category: '\uD800', tag: '\uDC00' }))).resolves.toMatchObject({ hits: [] })
  })

  it('X5 matches in titles, tags and descriptions → highlighted, and the text is escaped', async () => {
    const { index } = await setUp()
    await fill(index, [
      documentOf('bead', 'b1', {
        title: '<b>Été</b> & Jazzy \uE000',
        tags: ['HipHop', 'Jazz'],
        description: `${'x '.repeat(300)}the jázz "it" is`,
      }),
      documentOf('bead', 'b2', { title: '日本の音楽' }),
    ])
    const {
      hits: [hit],
    } = await index.search(queryOf('été jazz', { unfinished: true }))
    expect(hit).toMatchObject({ title: '&lt;b&gt;<em>Été</em>&lt;/b&gt; &amp; <em>Jazz</em>y \uE000', tags: ['HipHop', '<em>Jazz</em>'] })
    expect((await index.search(queryOf('hop'))).hits[0]!.tags, 'a word that a tag is made of').toEqual(['Hip<em>Hop</em>', 'Jazz'])
    expect(hit!.description).toMatch(/^…x [x ]*the <em>jázz<\/em> &quot;it&quot; is$/)
    const {
      hits: [signs],
    } = await index.search(queryOf('音'))
    expect(signs!.title).toBe('日本の<em>音</em>楽')
  })
})

describe('settings', () => {
  it('X1 settings → the fields, limits and typo tolerance of the port', () => {
    expect(settings).toMatchObject({
      searchableAttributes: ['head', 'tags', 'description'],
      stopWords: [],
      pagination: { maxTotalHits: maxReachableHits },
      typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 }, disableOnNumbers: true },
    })
  })

  it('X1 a query and a write with all filters → no failed task, so all attributes are configured', async () => {
    const { server, index } = await setUp()
    await fill(index, [])
    const query = queryOf('a', {
      category: 'c',
      tag: 't',
      writable: true,
      among: { bead: ['b'], post: ['p'] },
      excludedAuthors: ['w'],
      reader: { uid: 'u', isAdmin: false },
    })
    await index.search(query)
    await index.write({ put: [], remove: [], removeWithin: ['b'] }, 2)
    expect(server.tasks.filter(({ status }) => status !== 'succeeded')).toEqual([])
    expect(settings.sortableAttributes).toEqual(['popularity'])
  })

  it('X1 synonyms → normalised and symmetric', () => {
    for (const [word, others] of Object.entries(synonyms)) {
      expect(fold(word).replace(/[^a-z0-9]+/g, ' ')).toBe(word)
      for (const other of others) expect(synonyms[other]).toContain(word)
    }
  })
})
