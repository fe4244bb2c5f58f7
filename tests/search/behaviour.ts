/** The guarantees of every index (search/port.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SearchIndex } from '#search/port.ts'
import { createBead, createMember, createPost, createTag, put, rebuildWith, search, searchIds, searchIdsAsTyped } from './documents.ts'
import { matching, ordering } from './behaviour-matching.ts'

const reader = (uid: string, isAdmin = false) => ({ uid, isAdmin })

function filters(given: () => SearchIndex): void {
  const find = (text: string, more = {}) => searchIds(given(), text, more).then((found) => found.sort())

  test('X5 filters by type, category and tag', async () => {
    await rebuildWith(
      given(),
      createBead('music', 'Song list', { category: 'music', tags: ['Jazz', 'NewYork'] }),
      createPost('film', 'Song of film', { category: 'film', tags: ['jazz', 'café2'] }),
      createMember('singer', 'Song Singer'),
      createTag('song', 'Song'),
      createPost('none', 'Song of none'),
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
    await rebuildWith(
      given(),
      createMember('noor.h', 'Noor Haddad', { names: ['noor.h'] }),
      createMember('bo', 'Bo Noorlander', { names: ['bo'] }),
      createMember('fan', 'Fan', { names: ['fan'], description: 'Sings with Noor.' }),
      ...Array.from({ length: 150 }, (_none, n) =>
        createMember(`m${n}`, `Member ${n}`, { names: [`m${n}`], description: 'noor', tags: ['Noor'] }),
      ),
    )
    const named = async (text: string) => (await searchIdsAsTyped(given(), text, { namesOnly: true })).sort()
    expect(await named('noor')).toEqual(['bo', 'noor.h'])
    expect(await named('noor h')).toEqual(['noor.h'])
    expect(await named('noor.h')).toEqual(['noor.h'])
    expect(await named('hadad')).toEqual(['noor.h'])
    expect(await named('sings')).toEqual([])
    expect((await search(given(), 'noor', { namesOnly: true, unfinished: true, limit: 1 })).total).toBe(2)
    expect((await search(given(), 'noor', { unfinished: true })).total).toBe(153)
  })

  test('X5 an empty text with a tag → all documents with it, most popular first', async () => {
    await rebuildWith(
      given(),
      ...[5, 5000, 50].map((popularity) => createPost(`p${popularity}`, 'Something', { popularity, tags: ['Jazz'] })),
      createBead('b', 'List', { tags: ['Jazz'] }),
      createPost('other', 'Other'),
    )
    expect(await searchIds(given(), '', { tag: 'jazz', types: ['post'] })).toEqual(['p5000', 'p50', 'p5'])
    expect(await searchIds(given(), '', { tag: 'jazz' })).toEqual(['b', 'p5000', 'p50', 'p5'])
    expect(await search(given(), '', { tag: 'jazz', limit: 2 })).toMatchObject({ next: 2, total: 4 })
  })

  test('X5 results contain only documents that the reader may see', async () => {
    await rebuildWith(
      given(),
      createPost('open', 'Secret song'),
      createPost('mine', 'Secret song', { readers: ['ann', 'bob'], tags: ['Jazz'] }),
      createPost('nobodys', 'Secret song', { readers: [], tags: ['Jazz'] }),
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
    await rebuildWith(
      given(),
      createPost('a', 'Song', { readers: ['Ann'] }),
      createPost('b', 'Song', { readers: ['a-n'] }),
      createPost('c', 'Song', { readers: ['zann'] }),
    )
    expect(await find('song', { reader: reader('Ann') })).toEqual(['a'])
    expect(await find('song', { reader: reader('ann') })).toEqual([])
    expect(await find('song', { reader: reader('an') })).toEqual([])
    expect(await find('song', { reader: reader('a-n') })).toEqual(['b'])
  })

  test('X5 writable → only playlists that the reader may post to', async () => {
    await rebuildWith(
      given(),
      createBead('open', 'List one'),
      createBead('anns', 'List two', { writers: ['ann'] }),
      createBead('feed', 'List three', { writers: [] }),
      createPost('post', 'List four'),
    )
    expect(await find('list', { writable: true })).toEqual([])
    expect(await find('list', { writable: true, reader: reader('bob') })).toEqual(['open'])
    expect(await find('list', { writable: true, reader: reader('ann') })).toEqual(['anns', 'open'])
  })

  test('X5 excludedAuthors removes these members and their documents', async () => {
    await rebuildWith(
      given(),
      createPost('anns', 'Song', { creator: 'ann' }),
      createPost('bobs', 'Song', { creator: 'bob' }),
      createMember('ann', 'Song Ann', { creator: 'ann' }),
      createTag('song', 'Song'),
    )
    expect(await find('song', { excludedAuthors: ['ann'] })).toEqual(['bobs', 'song'])
    expect(await find('song', { excludedAuthors: ['ann', 'bob', 'unknown'] })).toEqual(['song'])
    expect(await find('', { among: { post: ['anns', 'bobs'] }, excludedAuthors: ['ann'] })).toEqual(['bobs'])
  })

  test('Y1 among → only the given ids of each type', async () => {
    await rebuildWith(
      given(),
      ...Array.from({ length: 40 }, (_none, n) => createPost(`p${n}`, `Song ${n}`, { popularity: n * n * n })),
      createBead('b', 'Song list'),
      createMember('m', 'Song Member'),
    )
    const among = { post: ['p3', 'p30', 'unknown', 'p7'], bead: ['b'] }
    expect(await searchIdsAsTyped(given(), 'so', { among })).toEqual(['b', 'p30', 'p7', 'p3'])
    expect(await searchIds(given(), '', { among })).toEqual(['b', 'p30', 'p7', 'p3'])
    expect(await searchIds(given(), '', { among, from: 1, limit: 2 })).toEqual(['p30', 'p7'])
    expect(await search(given(), 'song', { among, limit: 1 })).toMatchObject({ total: 4, next: 1 })
    expect(await searchIds(given(), 'sonng', { among, types: ['post'] })).toEqual(['p30', 'p7', 'p3'])
    expect(await searchIds(given(), 'song', { among: {} })).toEqual([])
  })
}

function answers(given: () => SearchIndex): void {
  test('X5 matches are highlighted, and texts are escaped', async () => {
    await rebuildWith(
      given(),
      createPost('one', 'A <script>alert("x")</script> & Björk’s night', {
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
    await rebuildWith(given(), createPost('one', 'Long', { description: long }))
    const [hit] = (await search(given(), 'marimba')).hits
    expect(hit!.description).toMatch(/^….*<em>marimba<\/em> sounds.*…$/)
    expect(hit!.description.length).toBeLessThan(400)
    const [other] = (await search(given(), 'long')).hits
    expect(other!.description).toMatch(/^before it.*…$/)
  })

  test('X5 operators and markup in texts are matched literally', async () => {
    await rebuildWith(given(), createPost('one', 'NEAR the AND of "quotes" OR NOT'), createPost('two', "Robert'); DROP TABLE doc;--"))
    expect(await searchIdsAsTyped(given(), '"quotes"')).toEqual(['one'])
    expect(await searchIds(given(), 'NEAR("quotes" AND')).toEqual(['one'])
    expect(await searchIds(given(), 'tokens:near OR')).toEqual([])
    expect(await searchIds(given(), "robert') drop")).toEqual(['two'])
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
    expect(await searchIds(given(), 'near '.repeat(3000))).toEqual(['one'])
    const long = createPost('long', 'y'.repeat(30_000), { description: Array.from({ length: 4000 }, (_none, n) => `w${n}`).join(' ') })
    await put(given(), long)
    expect(await searchIds(given(), 'w3999')).toEqual(['long'])
  })
}

function following(given: () => SearchIndex): void {
  const none = { put: [], remove: [], removeWithin: [] }

  test('X5 written documents are found, removed ones are not; repeated writes change nothing', async () => {
    const index = given()
    await rebuildWith(index, createPost('one', 'First'), createPost('two', 'Second'))
    const changes = {
      put: [createPost('one', 'Changed'), createBead('three', 'Third')],
      remove: [
        { type: 'post' as const, id: 'two' },
        { type: 'post' as const, id: 'unknown' },
      ],
      removeWithin: [],
    }
    for (const position of [41, 41]) {
      await index.write(changes, position)
      expect(await index.position()).toBe(41)
      expect(await searchIds(index, 'first')).toEqual([])
      expect(await searchIds(index, 'changed')).toEqual(['one'])
      expect(await searchIds(index, 'second')).toEqual([])
      expect(await searchIds(index, 'third')).toEqual(['three'])
    }
    await index.write({ ...none, put: [createPost('three', 'Third')] }, 42)
    expect(await searchIds(index, 'third'), 'an id belongs to its type').toHaveLength(2)
    expect(await searchIds(index, 'thirt'), 'new words are forgiven errors, too').toHaveLength(2)
    expect(await index.position()).toBe(42)
  })

  test('X5 removeWithin removes all posts of a playlist', async () => {
    const index = given()
    await rebuildWith(
      index,
      ...['a', 'b', 'c'].flatMap((list) => [
        createBead(list, `List ${list}`),
        createPost(`${list}1`, 'Song', { bead: list }),
        createPost(`${list}2`, 'Song', { bead: list }),
      ]),
    )
    await index.write({ ...none, removeWithin: ['a', 'c', 'unknown'] }, 50)
    expect((await searchIds(index, 'song')).sort()).toEqual(['b1', 'b2'])
    expect(await searchIds(index, 'list')).toHaveLength(3)
  })

  test('X5 a new generation is active after finish; an abandoned one never is', async () => {
    const index = given()
    await rebuildWith(index, createPost('old', 'Song of old'))
    const building = await index.rebuild()
    await building.put([createPost('new', 'Song of new'), createPost('twice', 'Song one')])
    await building.put([createPost('twice', 'Song two')])
    expect(await searchIds(index, 'song')).toEqual(['old'])
    await index.write({ ...none, put: [createPost('meanwhile', 'Song of meanwhile')] }, 60)
    const searching = Promise.all(Array.from({ length: 20 }, () => searchIds(index, 'song')))
    await building.finish(61)
    await searching
    expect((await searchIds(index, 'song')).sort()).toEqual(['new', 'twice'])
    expect(await searchIds(index, 'song one')).toEqual([])
    expect(await index.position()).toBe(61)
    const abandoned = await index.rebuild()
    await abandoned.put([createPost('never', 'Song of never')])
    await abandoned.abandon()
    expect((await searchIds(index, 'song')).sort()).toEqual(['new', 'twice'])
    expect(await index.position()).toBe(61)
  })

  test('X5 a rebuild without documents → an empty index with a position', async () => {
    await rebuildWith(given())
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
