/** What every index promises (search/port.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxReachableHits, type SearchDocument, type SearchIndex } from '#search/port.ts'
import { bead, fill, ids, member, post, put, search, tag, typed } from './documents.ts'

const reader = (uid: string, isAdmin = false) => ({ uid, isAdmin })

function matching(given: () => SearchIndex): void {
  const find = (text: string) => ids(given(), text)
  const type = (text: string) => typed(given(), text)

  test('X1 the last word may be the beginning of a word, from its first letter', async () => {
    await fill(given(), post('interstellar', 'Interstellar overdrive'), post('jazz', 'Jazz at night'))
    for (let n = 1; n <= 'interstellar'.length; n += 1)
      expect(await type('interstellar'.slice(0, n)), `${n} letters`).toEqual(['interstellar'])
    expect(await type('overdrive inter')).toEqual(['interstellar'])
    expect(await type('inter overdrive'), 'only the last one').toEqual([])
    expect(await find('jaz'), 'only where the text is unfinished').toEqual([])
  })

  test('X1 case and accents make no difference, in what is asked and in what is found', async () => {
    await fill(
      given(),
      post('bjork', 'Björk – Jóga'),
      post('bjoerk', 'BJORK live'),
      post('strasse', 'Die Straße'),
      post('smorrebrod', 'Smørrebrød ÆON Łódź'),
    )
    for (const text of ['bjork', 'BJÖRK', 'Bjo\u0308rk']) expect((await find(text)).sort()).toEqual(['bjoerk', 'bjork'])
    for (const text of ['strasse', 'STRASSE', 'straße']) expect(await find(text)).toEqual(['strasse'])
    for (const text of ['smorrebrod', 'smørrebrød', 'aeon', 'lodz', 'łódź']) expect(await find(text)).toEqual(['smorrebrod'])
  })

  test('X1 every word has to be there, in any field and in any order', async () => {
    await fill(
      given(),
      post('all', 'Night train', { names: ['Oscar Peterson'], tags: ['Piano'], description: 'Recorded in Cologne.' }),
      post('some', 'Night piano'),
    )
    expect(await find('cologne oscar piano night')).toEqual(['all'])
    expect(await find('night piano')).toHaveLength(2)
    expect(await find('night cello')).toEqual([])
    expect(await find('night night piano'), 'said twice is said once').toHaveLength(2)
  })

  test('X1 a word may have one error from 4 letters on, two from 8', async () => {
    await fill(given(), post('cat', 'Cats'), post('jazz', 'Jazz'), post('concert', 'Concert'), post('symphony', 'Symphony'))
    expect(await find('cxt'), '3 letters are taken as they are').toEqual([])
    for (const text of ['jaxz', 'jazzy', 'jzaz', 'jazzz']) expect(await find(text), text).toEqual(['jazz'])
    expect(await find('jaz'), 'the letters that were typed are counted').toEqual([])
    for (const text of ['conxert', 'concrt', 'conncert', 'cnocert', 'concerts']) expect(await find(text), text).toEqual(['concert'])
    for (const text of ['conxext', 'cnocret']) expect(await find(text), `${text}: 7 letters, two errors`).toEqual([])
    for (const text of ['sxmphxny', 'sympphonny', 'symhpnoy', 'syhpmony', 'symphonyyy', 'simphonny'])
      expect(await find(text), text).toEqual(['symphony'])
    expect(await find('smphny'), '6 letters, two errors').toEqual([])
    expect(await find('sxmxhxny'), 'three errors').toEqual([])
  })

  test('X1 an error in the first letter counts twice', async () => {
    await fill(given(), post('concert', 'Concert'), post('orchestra', 'Orchestra'))
    expect(await find('xoncert')).toEqual([])
    expect(await find('oncert')).toEqual([])
    for (const text of ['xrchestra', 'rchestra', 'oorchestra', 'rochestra', 'aorchestra'])
      expect(await find(text), text).toEqual(['orchestra'])
    expect(await find('xrchesta'), 'and one more').toEqual([])
  })

  test('X1 an unfinished word may be misspelt too', async () => {
    await fill(given(), post('philharmonic', 'Philharmonic'), post('music', 'Music'))
    expect(await type('phli')).toEqual(['philharmonic'])
    expect(await type('fhilharm')).toEqual(['philharmonic'])
    expect(await type('philhramno')).toEqual(['philharmonic'])
    expect(await type('msic')).toEqual(['music'])
    expect(await find('phli')).toEqual([])
  })

  test('X1 words with a digit are taken as they are', async () => {
    await fill(given(), post('1984', 'Nineteen 1984'), post('u2', 'blink182 live'))
    expect(await find('1985')).toEqual([])
    expect(await find('1984')).toEqual(['1984'])
    expect(await find('blink183')).toEqual([])
    expect(await type('blink1')).toEqual(['u2'])
  })

  test('X1 each sign of a script without spaces is a word', async () => {
    await fill(
      given(),
      post('tokyo', '東京の夜', { tags: ['音楽'] }),
      post('kyoto', '京都'),
      post('seoul', '서울의 밤'),
      post('bangkok', 'กรุงเทพ'),
    )
    expect((await find('京')).sort()).toEqual(['kyoto', 'tokyo'])
    expect(await find('東京')).toEqual(['tokyo'])
    expect(await find('夜 音')).toEqual(['tokyo'])
    expect(await find('서울의')).toEqual(['seoul'])
    expect(await type('서')).toEqual(['seoul'])
    expect(await find('เทพ')).toEqual(['bangkok'])
  })

  test('X1 what no letter or digit is in finds nothing', async () => {
    await fill(given(), post('one', '!!! (Chk Chk Chk) 🎷'))
    for (const text of ['', '   ', '!!!', '🎷', '"', '\0'])
      expect(await search(given(), text, { unfinished: true })).toEqual({ hits: [], next: null, total: 0 })
  })
}

function ordering(given: () => SearchIndex): void {
  test('X1 the title as asked for, a title that begins so, then title, names, tags, description; whole before begun; mended last', async () => {
    await fill(
      given(),
      post('mended', 'Nights', { popularity: 1e6, description: 'lost' }),
      post('described', 'A song', { popularity: 1e5, description: 'of the night' }),
      post('tagged', 'Another song', { popularity: 1e4, tags: ['Night'] }),
      post('begun', 'Song of nightingales', { popularity: 1e4 }),
      post('named', 'Third song', { popularity: 100, names: ['The Night'] }),
      post('titled', 'Song of a night', { popularity: 1000 }),
      post('starts', 'Night train', { popularity: 10 }),
      post('startsOpen', 'Nightfall', { popularity: 10 }),
      post('exact', 'Night', { popularity: 0 }),
    )
    expect(await typed(given(), 'night')).toEqual([
      'exact',
      'starts',
      'mended',
      'startsOpen',
      'titled',
      'named',
      'begun',
      'tagged',
      'described',
    ])
    expect(await ids(given(), 'nihgt')).toEqual(['titled', 'named', 'starts', 'exact', 'tagged', 'described'])
  })

  test('X1 among equals what people care for most', async () => {
    const counts = [0, 1, 3, 10, 40, 100, 1000, 50_000]
    await fill(given(), ...counts.map((popularity) => post(`p${popularity}`, `Blue ${'x'.repeat(popularity % 7)}y`, { popularity })))
    expect(await typed(given(), 'blue')).toEqual(counts.toReversed().map((popularity) => `p${popularity}`))
    await put(given(), post('p0', 'Blue again', { popularity: 1e7 }))
    expect((await typed(given(), 'blue'))[0], 'as it is by now').toBe('p0')
  })

  test('X1 of several types the best come first, and equals take turns', async () => {
    await fill(
      given(),
      post('p1', 'Rock one', { popularity: 1000 }),
      post('p2', 'Rock two', { popularity: 100 }),
      post('p3', 'Rock', { popularity: 1 }),
      bead('b1', 'Rock three', { popularity: 10 }),
      bead('b2', 'Rock four', { popularity: 1 }),
      member('m1', 'Rock Hudson'),
      tag('rock', 'Rock'),
      tag('rockabilly', 'Rockabilly', { popularity: 1e6 }),
    )
    expect(await typed(given(), 'rock')).toEqual(['rock', 'p3', 'b1', 'm1', 'p1', 'b2', 'p2', 'rockabilly'])
    expect(await typed(given(), 'rock', { types: ['post', 'member'] })).toEqual(['p3', 'm1', 'p1', 'p2'])
  })

  test('X1 a member is found by name and by handle', async () => {
    await fill(
      given(),
      member('nina', 'Eunice Waymon', { names: ['nina'], creator: 'nina' }),
      member('eunice', 'Somebody Else', { names: ['eunice'], creator: 'eunice' }),
    )
    expect(await typed(given(), 'nin')).toEqual(['nina'])
    expect(await ids(given(), 'eunice')).toEqual(['nina', 'eunice'])
  })

  test('X1 pages follow each other without a gap or a repeat, whatever their length; finds are counted', async () => {
    const documents = Array.from({ length: 230 }, (_none, n): SearchDocument => {
      const make = [post, bead, member][n % 3]!
      return make(`id${n}`, n % 5 === 0 ? 'River' : n % 5 === 1 ? 'River deep' : `Song ${n}`, {
        description: 'by the river',
        popularity: (n * 37) % 101,
      })
    })
    await fill(given(), ...documents)
    const whole = await search(given(), 'river', { unfinished: true, limit: 500 })
    expect(whole.total).toBe(230)
    expect(whole.next).toBeNull()
    expect(new Set(whole.hits.map(({ id }) => id)).size).toBe(230)
    for (const limit of [1, 7, 18, 100]) {
      const found: string[] = []
      for (let from: number | null = 0; from !== null && found.length < 60;) {
        const page = await search(given(), 'river', { unfinished: true, from, limit })
        expect(page.total).toBe(230)
        found.push(...page.hits.map(({ id }) => id))
        if (page.next !== null) expect(page.next).toBe(from + page.hits.length)
        from = page.next
      }
      expect(found).toEqual(whole.hits.slice(0, found.length).map(({ id }) => id))
    }
    expect(await search(given(), 'river', { from: 230 })).toMatchObject({ hits: [], next: null })
    expect((await search(given(), 'river', { from: 220, limit: 10 })).next).toBeNull()
    for (const [from, total] of [
      [0, 100],
      [98, 109],
      [200, 211],
      [220, 230],
    ] as const)
      expect(await search(given(), 'river', { unfinished: true, from, limit: 10, countTo: 100 })).toMatchObject({
        total,
        hits: whole.hits.slice(from, from + 10).map(({ id }) => ({ id })),
      })
  })

  test(`X1 ${maxReachableHits} finds can be reached`, async () => {
    await fill(given(), ...Array.from({ length: maxReachableHits + 50 }, (_none, n) => post(`id${n}`, `River ${n}`)))
    const page = await search(given(), 'river', { from: maxReachableHits - 5, limit: 10 })
    expect(page.total).toBe(maxReachableHits)
    expect(page.hits).toHaveLength(5)
    expect(page.next).toBeNull()
  })
}

function filters(given: () => SearchIndex): void {
  const find = (text: string, more = {}) => ids(given(), text, more).then((found) => found.sort())

  test('X5 types, category and tag', async () => {
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

  test('B3 names only: a word in a tag, a description or of a misspelt name', async () => {
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

  test('X5 an empty text with a tag finds all that have it, the most cared for first', async () => {
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

  test('X5 nobody finds what they may not see', async () => {
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

  test('X5 uids that only resemble are others', async () => {
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

  test('X5 playlists that the reader may post to', async () => {
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

  test('X5 nothing that some members made, and not themselves', async () => {
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

  test('Y1 only among what is named, of each type', async () => {
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
  test('X5 what was found is marked, and the rest is escaped', async () => {
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
    const [mended] = (await search(given(), 'bjrok')).hits
    expect(mended!.title).toContain('<em>Björk</em>')
  })

  test('X5 of a long description the part around the first find, with ellipses where it was cut', async () => {
    const long = `${'before it '.repeat(60)}the marimba sounds ${'and after it '.repeat(60)}`.trim()
    await fill(given(), post('one', 'Long', { description: long }))
    const [hit] = (await search(given(), 'marimba')).hits
    expect(hit!.description).toMatch(/^….*<em>marimba<\/em> sounds.*…$/)
    expect(hit!.description.length).toBeLessThan(400)
    const [other] = (await search(given(), 'long')).hits
    expect(other!.description).toMatch(/^before it.*…$/)
  })

  test('X5 hostile texts are texts', async () => {
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

  test('X5 what is written is found, and what is taken away is not; doing it again changes nothing', async () => {
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

  test('X5 all posts of a playlist go at once', async () => {
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

  test('X5 the next generation answers when it is finished, and not before; what is abandoned never does', async () => {
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

  test('X5 an empty generation is one', async () => {
    await fill(given())
    expect(await search(given(), 'a', { unfinished: true })).toEqual({ hits: [], next: null, total: 0 })
    expect(await given().position()).not.toBeNull()
  })
}

export function behaviour(name: string, open: () => Promise<SearchIndex>): void {
  describe(`${name}, as every index`, () => {
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
