/** Matching and order of results, for every index (search/port.ts). */
import { expect, test } from 'vitest'
import { maxReachableHits, type SearchDocument, type SearchIndex } from '#search/port.ts'
import { createBead, createMember, createPost, createTag, put, rebuildWith, search, searchIds, searchIdsAsTyped } from './documents.ts'

export function matching(given: () => SearchIndex): void {
  const find = (text: string) => searchIds(given(), text)
  const type = (text: string) => searchIdsAsTyped(given(), text)

  test('X1 an unfinished last word matches as a prefix of one letter or more', async () => {
    await rebuildWith(given(), createPost('interstellar', 'Interstellar overdrive'), createPost('jazz', 'Jazz at night'))
    for (let n = 1; n <= 'interstellar'.length; n += 1)
      expect(await type('interstellar'.slice(0, n)), `${n} letters`).toEqual(['interstellar'])
    expect(await type('overdrive inter')).toEqual(['interstellar'])
    expect(await type('inter overdrive'), 'only the last one').toEqual([])
    expect(await find('jaz'), 'only where the text is unfinished').toEqual([])
  })

  test('X1 query and documents ignore case and accents', async () => {
    await rebuildWith(
      given(),
      createPost('bjork', 'Björk – Jóga'),
      createPost('bjoerk', 'BJORK live'),
      createPost('strasse', 'Die Straße'),
      createPost('smorrebrod', 'Smørrebrød ÆON Łódź'),
    )
    for (const text of ['bjork', 'BJÖRK', 'Bjo\u0308rk']) expect((await find(text)).sort()).toEqual(['bjoerk', 'bjork'])
    for (const text of ['strasse', 'STRASSE', 'straße']) expect(await find(text)).toEqual(['strasse'])
    for (const text of ['smorrebrod', 'smørrebrød', 'aeon', 'lodz', 'łódź']) expect(await find(text)).toEqual(['smorrebrod'])
  })

  test('X1 a document matches if it has every word, in any field and order', async () => {
    await rebuildWith(
      given(),
      createPost('all', 'Night train', { names: ['Oscar Peterson'], tags: ['Piano'], description: 'Recorded in Cologne.' }),
      createPost('some', 'Night piano'),
    )
    expect(await find('cologne oscar piano night')).toEqual(['all'])
    expect(await find('night piano')).toHaveLength(2)
    expect(await find('night cello')).toEqual([])
    expect(await find('night night piano'), 'said twice is said once').toHaveLength(2)
  })

  test('X1 words match with one error from 4 letters on, two from 8', async () => {
    await rebuildWith(
      given(),
      createPost('cat', 'Cats'),
      createPost('jazz', 'Jazz'),
      createPost('concert', 'Concert'),
      createPost('symphony', 'Symphony'),
    )
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
    await rebuildWith(given(), createPost('concert', 'Concert'), createPost('orchestra', 'Orchestra'))
    expect(await find('xoncert')).toEqual([])
    expect(await find('oncert')).toEqual([])
    for (const text of ['xrchestra', 'rchestra', 'oorchestra', 'rochestra', 'aorchestra'])
      expect(await find(text), text).toEqual(['orchestra'])
    expect(await find('xrchesta'), 'and one more').toEqual([])
  })

  test('X1 an unfinished word matches with errors', async () => {
    await rebuildWith(given(), createPost('philharmonic', 'Philharmonic'), createPost('music', 'Music'))
    expect(await type('phli')).toEqual(['philharmonic'])
    expect(await type('fhilharm')).toEqual(['philharmonic'])
    expect(await type('philhramno')).toEqual(['philharmonic'])
    expect(await type('msic')).toEqual(['music'])
    expect(await find('phli')).toEqual([])
  })

  test('X1 words with a digit match exactly', async () => {
    await rebuildWith(given(), createPost('1984', 'Nineteen 1984'), createPost('u2', 'blink182 live'))
    expect(await find('1985')).toEqual([])
    expect(await find('1984')).toEqual(['1984'])
    expect(await find('blink183')).toEqual([])
    expect(await type('blink1')).toEqual(['u2'])
  })

  test('X1 each character of a script without spaces is a word', async () => {
    await rebuildWith(
      given(),
      createPost('tokyo', '東京の夜', { tags: ['音楽'] }),
      createPost('kyoto', '京都'),
      createPost('seoul', '서울의 밤'),
      createPost('bangkok', 'กรุงเทพ'),
    )
    expect((await find('京')).sort()).toEqual(['kyoto', 'tokyo'])
    expect(await find('東京')).toEqual(['tokyo'])
    expect(await find('夜 音')).toEqual(['tokyo'])
    expect(await find('서울의')).toEqual(['seoul'])
    expect(await type('서')).toEqual(['seoul'])
    expect(await find('เทพ')).toEqual(['bangkok'])
  })

  test('X1 a text without letters and digits → no results', async () => {
    await rebuildWith(given(), createPost('one', '!!! (Chk Chk Chk) 🎷'))
    for (const text of ['', '   ', '!!!', '🎷', '"', '\0'])
      expect(await search(given(), text, { unfinished: true })).toEqual({ hits: [], next: null, total: 0 })
  })
}

export function ordering(given: () => SearchIndex): void {
  test('X1 order: exact title, title prefix, title and names, tags, description; whole words before prefixes; corrected last', async () => {
    await rebuildWith(
      given(),
      createPost('mended', 'Nights', { popularity: 1e6, description: 'lost' }),
      createPost('described', 'A song', { popularity: 1e5, description: 'of the night' }),
      createPost('tagged', 'Another song', { popularity: 1e4, tags: ['Night'] }),
      createPost('begun', 'Song of nightingales', { popularity: 1e4 }),
      createPost('named', 'Third song', { popularity: 100, names: ['The Night'] }),
      createPost('titled', 'Song of a night', { popularity: 1000 }),
      createPost('starts', 'Night train', { popularity: 10 }),
      createPost('startsOpen', 'Nightfall', { popularity: 10 }),
      createPost('exact', 'Night', { popularity: 0 }),
    )
    expect(await searchIdsAsTyped(given(), 'night')).toEqual([
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
    expect(await searchIds(given(), 'nihgt')).toEqual(['titled', 'named', 'starts', 'exact', 'tagged', 'described'])
  })

  test('X1 equal ranks are sorted by popularity', async () => {
    const counts = [0, 1, 3, 10, 40, 100, 1000, 50_000]
    await rebuildWith(
      given(),
      ...counts.map((popularity) => createPost(`p${popularity}`, `Blue ${'x'.repeat(popularity % 7)}y`, { popularity })),
    )
    expect(await searchIdsAsTyped(given(), 'blue')).toEqual(counts.toReversed().map((popularity) => `p${popularity}`))
    await put(given(), createPost('p0', 'Blue again', { popularity: 1e7 }))
    expect((await searchIdsAsTyped(given(), 'blue'))[0], 'as it is by now').toBe('p0')
  })

  test('X1 types are ranked together, and equal ranks are interleaved', async () => {
    await rebuildWith(
      given(),
      createPost('p1', 'Rock one', { popularity: 1000 }),
      createPost('p2', 'Rock two', { popularity: 100 }),
      createPost('p3', 'Rock', { popularity: 1 }),
      createBead('b1', 'Rock three', { popularity: 10 }),
      createBead('b2', 'Rock four', { popularity: 1 }),
      createMember('m1', 'Rock Hudson'),
      createTag('rock', 'Rock'),
      createTag('rockabilly', 'Rockabilly', { popularity: 1e6 }),
    )
    expect(await searchIdsAsTyped(given(), 'rock')).toEqual(['rock', 'p3', 'b1', 'm1', 'p1', 'b2', 'p2', 'rockabilly'])
    expect(await searchIdsAsTyped(given(), 'rock', { types: ['post', 'member'] })).toEqual(['p3', 'm1', 'p1', 'p2'])
  })

  test('X1 a member matches by name and by uid', async () => {
    await rebuildWith(
      given(),
      createMember('nina', 'Eunice Waymon', { names: ['nina'], creator: 'nina' }),
      createMember('eunice', 'Somebody Else', { names: ['eunice'], creator: 'eunice' }),
    )
    expect(await searchIdsAsTyped(given(), 'nin')).toEqual(['nina'])
    expect(await searchIds(given(), 'eunice')).toEqual(['nina', 'eunice'])
  })

  test('X1 pages of any size have no gaps and no repeats; the total is exact', async () => {
    const documents = Array.from({ length: 230 }, (_none, n): SearchDocument => {
      const make = [createPost, createBead, createMember][n % 3]!
      return make(`id${n}`, n % 5 === 0 ? 'River' : n % 5 === 1 ? 'River deep' : `Song ${n}`, {
        description: 'by the river',
        popularity: (n * 37) % 101,
      })
    })
    await rebuildWith(given(), ...documents)
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

  test(`X1 at most ${maxReachableHits} results can be reached`, async () => {
    await rebuildWith(given(), ...Array.from({ length: maxReachableHits + 50 }, (_none, n) => createPost(`id${n}`, `River ${n}`)))
    const page = await search(given(), 'river', { from: maxReachableHits - 5, limit: 10 })
    expect(page.total).toBe(maxReachableHits)
    expect(page.hits).toHaveLength(5)
    expect(page.next).toBeNull()
  })
}
