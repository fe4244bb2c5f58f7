/** The guarantees of every index (search/port.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SearchIndex } from '#search/port.ts'
import { bead, fill, ids, member, post, put, search, tag, typed } from './documents.ts'
import { matching, ordering } from './behaviour-matching.ts'

const reader = (uid: string, isAdmin = false) => ({ uid, isAdmin })

function filters(given: () => SearchIndex): void {
  const find = (text: string, more = {}) => ids(given(), text, more).then((found) => found.sort())

  test('X5 filters by type, category and tag', async () => {
    await fill(
      given(),
      bead('music', 'Song list', { category: 'music', tags: ['Jazz', 'NewYork'] }),
      post('film', 'Song of film', { category: 'film', tags: ['jazz', 'café2'] }),
      member('singer', 'Song Singer'),
      tag('song', 'Song'),
      post('none', 'Song of none'),
    )
    expect(await find('song')).toHaveLength(5)
    expect(await find('song', { types: ['member', 'tag'] })).toEqual(['singer', 'song'])
    expect(await find('song', { category: 'music' })).toEqual(['music'])
    expect(await find('song', { category: 'food' })).toEqual([])
    expect(await find('song', { tag: 'jazz' })).toEqual(['film', 'music'])
    expect(await find('song', { tag: 'newyork' })).toEqual(['music'])
    expect(await find('song', { tag: 'jaz' })).toEqual([])
    expect(await find('song', { tag: 'jazz', category: 'film' })).toEqual(['film'])
  })

  test('B3 namesOnly ignores tags and descriptions, and tolerates errors in names', async () => {
    await fill(
      given(),
      member('noor.h', 'Noor Haddad', { names: ['noor.h'] }),
      member('bo', 'Bo Noorlander', { names: ['bo'] }),
      member('fan', 'Fan', { names: ['fan'], description: 'Sings with Noor.' }),
      ...Array.from({ length: 150 }, (_none, n) =>
        member(`m${n}`, `Member ${n}`, { names: [`m${n}`], description: 'noor', tags: ['Noor'] }),
      ),
    )
    const named = async (text: string) => (await typed(given(), text, { namesOnly: true })).sort()
    expect(await named('noor')).toEqual(['bo', 'noor.h'])
    expect(await named('noor h')).toEqual(['noor.h'])
    expect(await named('noor.h')).toEqual(['noor.h'])
    expect(await named('hadad')).toEqual(['noor.h'])
    expect(await named('sings')).toEqual([])
    expect((await search(given(), 'noor', { namesOnly: true, unfinished: true, limit: 1 })).total).toBe(2)
    expect((await search(given(), 'noor', { unfinished: true })).total).toBe(153)
  })

  test('X5 an empty text with a tag → all documents with it, most popular first', async () => {
    await fill(
      given(),
      ...[5, 5000, 50].map((popularity) => post(`p${popularity}`, 'Something', { popularity, tags: ['Jazz'] })),
      bead('b', 'List', { tags: ['Jazz'] }),
      post('other', 'Other'),
    )
    expect(await ids(given(), '', { tag: 'jazz', types: ['post'] })).toEqual(['p5000', 'p50', 'p5'])
    expect(await ids(given(), '', { tag: 'jazz' })).toEqual(['b', 'p5000', 'p50', 'p5'])
    expect(await search(given(), '', { tag: 'jazz', limit: 2 })).toMatchObject({ next: 2, total: 4 })
  })

  test('X5 results contain only documents that the reader may see', async () => {
    await fill(
      given(),
      post('open', 'Secret song'),
      post('mine', 'Secret song', { readers: ['ann', 'bob'], tags: ['Jazz'] }),
      post('nobodys', 'Secret song', { readers: [], tags: ['Jazz'] }),
    )
    const all = { post: ['open', 'mine', 'nobodys'] }
    expect(await find('secret')).toEqual(['open'])
    expect(await find('secret', { reader: reader('eve') })).toEqual(['open'])
    expect(await find('secret', { reader: reader('bob') })).toEqual(['mine', 'open'])
    expect(await find('secret', { reader: reader('eve', true) })).toEqual(['mine', 'nobodys', 'open'])
    expect((await search(given(), 'secret')).total, 'nor are they counted').toBe(1)
    expect(await find('sekret', { reader: reader('bob') }), 'nor by an error').toEqual(['mine', 'open'])
    expect(await find('', { tag: 'jazz', reader: reader('ann') })).toEqual(['mine'])
    expect(await find('', { among: all })).toEqual(['open'])
    expect(await find('', { among: all, reader: reader('ann') })).toEqual(['mine', 'open'])
    expect((await search(given(), '', { among: all })).total).toBe(1)
  })

  test('X5 similar uids are different readers', async () => {
    await fill(
      given(),
      post('a', 'Song', { readers: ['Ann'] }),
      post('b', 'Song', { readers: ['a-n'] }),
      post('c', 'Song', { readers: ['zann'] }),
    )
    expect(await find('song', { reader: reader('Ann') })).toEqual(['a'])
    expect(await find('song', { reader: reader('ann') })).toEqual([])
    expect(await find('song', { reader: reader('an') })).toEqual([])
    expect(await find('song', { reader: reader('a-n') })).toEqual(['b'])
  })

  test('X5 writable → only playlists that the reader may post to', async () => {
    await fill(
      given(),
      bead('open', 'List one'),
      bead('anns', 'List two', { writers: ['ann'] }),
      bead('feed', 'List three', { writers: [] }),
      post('post', 'List four'),
    )
    expect(await find('list', { writable: true })).toEqual([])
    expect(await find('list', { writable: true, reader: reader('bob') })).toEqual(['open'])
    expect(await find('list', { writable: true, reader: reader('ann') })).toEqual(['anns', 'open'])
  })

  test('X5 excludedAuthors removes these members and their documents', async () => {
    await fill(
      given(),
      post('anns', 'Song', { creator: 'ann' }),
      post('bobs', 'Song', { creator: 'bob' }),
      member('ann', 'Song Ann', { creator: 'ann' }),
      tag('song', 'Song'),
    )
    expect(await find('song', { excludedAuthors: ['ann'] })).toEqual(['bobs', 'song'])
    expect(await find('song', { excludedAuthors: ['ann', 'bob', 'unknown'] })).toEqual(['song'])
    expect(await find('', { among: { post: ['anns', 'bobs'] }, excludedAuthors: ['ann'] })).toEqual(['bobs'])
  })

  test('Y1 among → only the given ids of each type', async () => {
    await fill(
      given(),
      ...Array.from({ length: 40 }, (_none, n) => post(`p${n}`, `Song ${n}`, { popularity: n * n * n })),
      bead('b', 'Song list'),
      member('m', 'Song Member'),
    )
    const among = { post: ['p3', 'p30', 'unknown', 'p7'], bead: ['b'] }
    expect(await typed(given(), 'so', { among })).toEqual(['b', 'p30', 'p7', 'p3'])
    expect(await ids(given(), '', { among })).toEqual(['b', 'p30', 'p7', 'p3'])
    expect(await ids(given(), '', { among, from: 1, limit: 2 })).toEqual(['p30', 'p7'])
    expect(await search(given(), 'song', { among, limit: 1 })).toMatchObject({ total: 4, next: 1 })
    expect(await ids(given(), 'sonng', { among, types: ['post'] })).toEqual(['p30', 'p7', 'p3'])
    expect(await ids(given(), 'song', { among: {} })).toEqual([])
  })
}

function answers(given: () => SearchIndex): void {
  test('X5 matches are highlighted, and texts are escaped', async () => {
    await fill(
      given(),
      post('one', 'A <script>alert("x")</script> & Björk’s night', {
        tags: ['NightLife', 'R&B'],
        description: 'The night <b>is</b> young.',
      }),
    )
    const [hit] = (await search(given(), 'bjor', { unfinished: true })).hits
    expect(hit!.title).toBe('A &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; <em>Björ</em>k’s night')
    expect(hit!.tags).toEqual(['NightLife', 'R&amp;B'])
    const [other] = (await search(given(), 'script nigh', { unfinished: true })).hits
    expect(other!.title).toContain('&lt;<em>script</em>&gt;')
    expect(other!.tags[0]).toBe('<em>Nigh</em>tLife')
    expect(other!.description).toBe('The <em>nigh</em>t &lt;b&gt;is&lt;/b&gt; young.')
    const [corrected] = (await search(given(), 'bjrok')).hits
    expect(corrected!.title).toContain('<em>Björk</em>')
  })

  test('X5 a long description → the excerpt around the first match, with ellipses', async () => {
    const long = `${'before it '.repeat(60)}the marimba sounds ${'and after it '.repeat(60)}`.trim()
    await fill(given(), post('one', 'Long', { description: long }))
    const [hit] = (await search(given(), 'marimba')).hits
    expect(hit!.description).toMatch(/^….*<em>marimba<\/em> sounds.*…$/)
    expect(hit!.description.length).toBeLessThan(400)
    const [other] = (await search(given(), 'long')).hits
    expect(other!.description).toMatch(/^before it.*…$/)
  })

  test('X5 operators and markup in texts are matched literally', async () => {
    await fill(given(), post('one', 'NEAR the AND of "quotes" OR NOT'), post('two', "Robert'); DROP TABLE doc;--"))
    expect(await typed(given(), '"quotes"')).toEqual(['one'])
    expect(await ids(given(), 'NEAR("quotes" AND')).toEqual(['one'])
    expect(await ids(given(), 'tokens:near OR')).toEqual([])
    expect(await ids(given(), "robert') drop")).toEqual(['two'])
    const texts = [
      '*',
      'a*',
      '^near',
      '-near',
      '{near}',
      '(',
      ')))',
      'near + of',
      '\0',
      'near\0of',
      '\uD800',
      '\uDC00near',
      '🎷'.repeat(500),
      'x'.repeat(20_000),
      'near '.repeat(3000),
      '%_\\',
      '\u202Enear',
      '\u0301',
      "' OR 1=1",
      '= 1',
      'تجربة',
      '\u0e33',
    ]
    for (const text of texts)
      for (const unfinished of [true, false]) {
        const page = await search(given(), text, {
          unfinished,
          tag: text.slice(0, 60),
          category: text.slice(0, 60),
          reader: reader(text.slice(0, 60)),
          excludedAuthors: [text.slice(0, 60)],
        })
        expect(page.hits).toEqual([])
        await expect(search(given(), text, { unfinished })).resolves.toBeDefined()
      }
    expect(await ids(given(), 'near '.repeat(3000))).toEqual(['one'])
    const long = post('long', 'y'.repeat(30_000), { description: Array.from({ length: 4000 }, (_none, n) => `w${n}`).join(' ') })
    await put(given(), long)
    expect(await ids(given(), 'w3999')).toEqual(['long'])
  })
}

function following(given: () => SearchIndex): void {
  const none = { put: [], remove: [], removeWithin: [] }

  test('X5 written documents are found, removed ones are not; repeated writes change nothing', async () => {
    const index = given()
    await fill(index, post('one', 'First'), post('two', 'Second'))
    const changes = {
      put: [post('one', 'Changed'), bead('three', 'Third')],
      remove: [
        { type: 'post' as const, id: 'two' },
        { type: 'post' as const, id: 'unknown' },
      ],
      removeWithin: [],
    }
    for (const position of [41, 41]) {
      await index.write(changes, position)
      expect(await index.position()).toBe(41)
      expect(await ids(index, 'first')).toEqual([])
      expect(await ids(index, 'changed')).toEqual(['one'])
      expect(await ids(index, 'second')).toEqual([])
      expect(await ids(index, 'third')).toEqual(['three'])
    }
    await index.write({ ...none, put: [post('three', 'Third')] }, 42)
    expect(await ids(index, 'third'), 'an id belongs to its type').toHaveLength(2)
    expect(await ids(index, 'thirt'), 'new words are forgiven errors, too').toHaveLength(2)
    expect(await index.position()).toBe(42)
  })

  test('X5 removeWithin removes all posts of a playlist', async () => {
    const index = given()
    await fill(
      index,
      ...['a', 'b', 'c'].flatMap((list) => [
        bead(list, `List ${list}`),
        post(`${list}1`, 'Song', { bead: list }),
        post(`${list}2`, 'Song', { bead: list }),
      ]),
    )
    await index.write({ ...none, removeWithin: ['a', 'c', 'unknown'] }, 50)
    expect((await ids(index, 'song')).sort()).toEqual(['b1', 'b2'])
    expect(await ids(index, 'list')).toHaveLength(3)
  })

  test('X5 a new generation is active after finish; an abandoned one never is', async () => {
    const index = given()
    await fill(index, post('old', 'Song of old'))
    const building = await index.rebuild()
    await building.put([post('new', 'Song of new'), post('twice', 'Song one')])
    await building.put([post('twice', 'Song two')])
    expect(await ids(index, 'song')).toEqual(['old'])
    await index.write({ ...none, put: [post('meanwhile', 'Song of meanwhile')] }, 60)
    const searching = Promise.all(Array.from({ length: 20 }, () => ids(index, 'song')))
    await building.finish(61)
    await searching
    expect((await ids(index, 'song')).sort()).toEqual(['new', 'twice'])
    expect(await ids(index, 'song one')).toEqual([])
    expect(await index.position()).toBe(61)
    const abandoned = await index.rebuild()
    await abandoned.put([post('never', 'Song of never')])
    await abandoned.abandon()
    expect((await ids(index, 'song')).sort()).toEqual(['new', 'twice'])
    expect(await index.position()).toBe(61)
  })

  test('X5 a rebuild without documents → an empty index with a position', async () => {
    await fill(given())
    expect(await search(given(), 'a', { unfinished: true })).toEqual({ hits: [], next: null, total: 0 })
    expect(await given().position()).not.toBeNull()
  })
}

export function behaviour(name: string, open: () => Promise<SearchIndex>): void {
  describe(`${name}: guarantees of every index`, () => {
    let index: SearchIndex
    const given = (): SearchIndex => index
    beforeAll(async () => {
      index = await open()
    })
    afterAll(() => index.close())
    matching(given)
    ordering(given)
    filters(given)
    answers(given)
    following(given)
  })
}
