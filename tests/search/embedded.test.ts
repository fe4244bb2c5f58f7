import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createGenerations, publish } from '#search/embedded/generations.ts'
import { openEmbedded, type EmbeddedOptions } from '#search/embedded/index.ts'
import { createStore } from '#search/embedded/store.ts'
import { documentTypes, SearchUnavailable, type SearchDocument, type SearchIndex, type SearchQuery } from '#search/port.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { behaviour } from './behaviour.ts'
import {
  createBead,
  createMember,
  createPost,
  createTag,
  put,
  queryOf,
  rebuildWith,
  search,
  searchIds,
  searchIdsAsTyped,
} from './documents.ts'
import { findAll } from './model.ts'

const folders: string[] = []
const opened: SearchIndex[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((index) => index.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'strand-embedded-')))
  return folders.at(-1)!
}

async function open(dir: string, warnings: string[] = [], limits: EmbeddedOptions['limits'] = {}): Promise<SearchIndex> {
  const log = { info: () => undefined, warn: (_what: unknown, message: string) => warnings.push(message) }
  opened.push(await openEmbedded({ dir, log: log as never, limits }))
  return opened.at(-1)!
}

const silent = { info: () => undefined, warn: () => undefined } as never
const current = (dir: string): string => join(dir, readFileSync(join(dir, 'current'), 'utf8'))
const sqlites = (dir: string): string[] => readdirSync(dir).filter((name) => name.endsWith('.sqlite'))

behaviour('The embedded index', () => openEmbedded({ dir: mkdtempSync(join(tmpdir(), 'strand-embedded-')), log: silent }))

describe('the files of the embedded index', () => {
  test('X5 a restarted index answers at once, at its position', async () => {
    const dir = folder()
    const before = await open(dir)
    expect(await before.position()).toBeNull()
    await rebuildWith(before, createPost('one', 'Night train'))
    await before.write({ put: [createPost('two', 'Night boat')], remove: [], removeWithin: [] }, 77)
    await before.close()
    const after = await open(dir)
    expect(await after.position()).toBe(77)
    expect((await searchIds(after, 'night')).sort()).toEqual(['one', 'two'])
    expect(await searchIdsAsTyped(after, 'nigth boa')).toEqual(['two'])
  })

  test.each([
    ['is no database', (file: string) => writeFileSync(file, 'x'.repeat(10_000))],
    ['is empty', (file: string) => truncateSync(file, 0)],
    ['has lost its tables', (file: string) => new Database(file).exec('DROP TABLE meta').close()],
    ['was cut off', (file: string) => truncateSync(file, 4096)],
  ])('X5 a file that %s is moved aside with one warning, and the index is unavailable until it is built', async (_what, spoil) => {
    const dir = folder()
    const before = await open(dir)
    await rebuildWith(before, createPost('one', 'Night train'))
    await before.close()
    spoil(current(dir))
    const warnings: string[] = []
    const after = await open(dir, warnings)
    expect(await after.position().catch(() => after.position())).toBeNull()
    await expect(searchIds(after, 'night')).rejects.toThrow(SearchUnavailable)
    expect(warnings).toHaveLength(1)
    expect(sqlites(dir).filter((name) => name.startsWith('corrupt-'))).toHaveLength(1)
    await rebuildWith(after, createPost('one', 'Night train'))
    expect(await searchIds(after, 'night')).toEqual(['one'])
  })

  test('X5 an index of another version is rebuilt in place', async () => {
    const dir = folder()
    const before = await open(dir)
    await rebuildWith(before, createPost('one', 'Night train'))
    await before.close()
    new Database(current(dir)).exec('UPDATE meta SET version = 0').close()
    const after = await open(dir)
    expect(await after.position()).toBeNull()
    await rebuildWith(after, createPost('one', 'Night train'))
    expect(sqlites(dir)).toHaveLength(1)
  })

  test('X5 an index built by another process is opened; the old file is deleted once no process has it open', async () => {
    const dir = folder()
    const [serving, rebuilding] = [await open(dir), await open(dir)]
    await rebuildWith(serving, createPost('old', 'Night train'))
    const old = current(dir)
    await sleep(550)
    expect(await searchIds(rebuilding, 'night')).toEqual(['old'])
    await rebuildWith(rebuilding, createPost('new', 'Night boat'))
    expect(existsSync(old), 'it is still open').toBe(true)
    await sleep(550)
    expect(await searchIds(serving, 'night')).toEqual(['new'])
    expect(existsSync(old), 'not before the next rebuild, which may never come').toBe(false)
    expect(await serving.position()).toBe(await rebuilding.position())
    await put(serving, createPost('newer', 'Night bus'))
    expect(await searchIds(rebuilding, 'night')).toHaveLength(2)
  })

  test('X5 a write after a swap goes to the new generation', async () => {
    const dir = folder()
    const [serving, rebuilding] = [await open(dir), await open(dir)]
    await rebuildWith(serving, createPost('old', 'Night train'))
    await rebuildWith(rebuilding, createPost('new', 'Night boat'))
    await put(serving, createPost('newer', 'Night bus'))
    expect((await searchIds(serving, 'night')).sort()).toEqual(['new', 'newer'])
  })

  test('X5 an index whose folder was deleted is rebuilt', async () => {
    const dir = folder()
    const index = await open(dir)
    await rebuildWith(index, createPost('old', 'Night train'))
    rmSync(dir, { recursive: true })
    expect(await index.position()).toBeNull()
    await rebuildWith(index, createPost('new', 'Night boat'))
    expect(await searchIds(index, 'night')).toEqual(['new'])
  })

  test('X5 a build that is being written to disk is not deleted by processes that open the index', async () => {
    const dir = folder()
    const serving = await open(dir)
    await rebuildWith(serving, createPost('old', 'Night train'))
    const building = await serving.rebuild()
    await building.put(Array.from({ length: 3000 }, (_none, n) => createPost(`p${n}`, `Night boat ${n}`)))
    let finished = false
    const finishing = building.finish(50).finally(() => (finished = true))
    while (!finished) {
      await (await openEmbedded({ dir, log: silent })).close()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await finishing
    expect([await serving.position(), sqlites(dir).length]).toEqual([50, 1])
    expect((await search(serving, 'boat')).total).toBe(1000)
  })

  test('X5 an index that is being activated is not deleted by processes that open the folder', async () => {
    const dir = folder()
    const serving = await open(dir)
    await rebuildWith(serving, createPost('old', 'Night train'))
    const openElsewhere = (): void => createGenerations(dir, silent).close()
    const path = createGenerations(dir, silent).building()
    const file = new Database(path)
    file.exec('CREATE TABLE created (id)')
    file.close()
    openElsewhere()
    expect(existsSync(path), 'a created file is not open yet').toBe(true)
    rmSync(path)
    const store = createStore(path)
    publish(path, () => {
      store.close()
      openElsewhere()
    })
    expect([sqlites(dir).length, existsSync(current(dir))]).toEqual([2, true])
  })

  test('X5 the file of a process that was killed while it activated the file is deleted at once, or after a minute if its id is used again', async () => {
    const dir = folder()
    const generations = createGenerations(dir, silent)
    const path = generations.building()
    createStore(path).close()
    generations.adopt()
    expect(readdirSync(dir)).toHaveLength(2)
    const past = new Date(Date.now() - 61_000)
    for (const name of readdirSync(dir)) utimesSync(join(dir, name), past, past)
    generations.adopt()
    expect(readdirSync(dir)).toEqual([])

    const { pid, status } = spawnSync(process.execPath, ['--version'])
    expect(status).toBe(0)
    const ofDead = join(dir, `building-0-${pid}-1.sqlite`)
    createStore(ofDead).close()
    writeFileSync(join(dir, `current-0-${pid}-1`), '')
    generations.adopt()
    expect(readdirSync(dir)).toEqual([])

    // Abandoned, or killed before the file existed.
    generations.abandon(generations.building())
    writeFileSync(join(dir, `current-0-${pid}-1`), '')
    generations.adopt()
    expect(readdirSync(dir)).toEqual([])
  })

  test('X5 after a crash: the index as of the last write, and no unfinished build', async () => {
    const dir = folder()
    const script = `
      const { openEmbedded } = await import(${JSON.stringify(new URL('../../search/embedded/index.ts', import.meta.url).href)})
      const { createPost } = await import(${JSON.stringify(new URL('./documents.ts', import.meta.url).href)})
      const index = await openEmbedded({ dir: ${JSON.stringify(dir)}, log: { info() {}, warn() {} } })
      const building = await index.rebuild()
      await building.put([createPost('half', 'Night half')])
      for (let position = 1; ; position += 1) {
        const put = Array.from({ length: 40 }, (_none, n) => createPost('p' + n, 'Night number' + position))
        await index.write({ put, remove: [], removeWithin: [] }, position)
        if (position === 5) console.log('writing')
        await new Promise((resolve) => setImmediate(resolve))
      }`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const other = await open(dir)
    expect(
      sqlites(dir).filter((name) => name.startsWith('building-')),
      'it is still being built',
    ).toHaveLength(1)
    await other.close()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = await open(dir)
    const position = await after.position()
    expect(position).toBeGreaterThanOrEqual(5)
    expect(await searchIds(after, `number${position}`, { limit: 100 })).toHaveLength(40)
    expect(await searchIds(after, 'night', { limit: 100 })).toHaveLength(40)
    expect(sqlites(dir)).toEqual([current(dir).slice(dir.length + 1)])
  })

  test('X5 the removal of a playlist with thousands of posts does not block searches', async () => {
    const index = await open(folder())
    await rebuildWith(
      index,
      ...Array.from({ length: 2000 }, (_none, n) =>
        createPost(`p${n}`, n % 4 === 0 ? 'Night boat' : 'Night train', { bead: n % 4 === 0 ? 'stays' : 'goes' }),
      ),
    )
    const position = (await index.position())!
    const none = { put: [], remove: [], removeWithin: [] }
    await index.write({ ...none, removeWithin: ['goes'] }, position + 2, position + 1)
    expect((await search(index, 'train')).total, 'another process was faster').toBe(1000)
    const written = index.write({ ...none, removeWithin: ['goes'] }, position + 1, position)
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    expect(await index.position(), 'not before all of them are gone').toBe(position)
    await written
    clearInterval(counting)
    expect(turns).toBeGreaterThan(5)
    expect(await index.position()).toBe(position + 1)
    expect((await search(index, 'night')).total).toBe(500)
    expect((await search(index, 'train')).total).toBe(0)
  })

  test('X5 a failed write changes nothing', async () => {
    const index = await open(folder())
    await rebuildWith(index, createPost('one', 'Night train'))
    const position = await index.position()
    const broken = { ...createPost('three', 'Night'), tags: null as never }
    await expect(
      index.write({ put: [createPost('two', 'Night boat'), broken], remove: [{ type: 'post', id: 'one' }], removeWithin: [] }, 99),
    ).rejects.toThrow()
    expect(await searchIds(index, 'night')).toEqual(['one'])
    expect(await index.position()).toBe(position)
  })
})

describe('tags of several words', () => {
  test('X1 a tag of several words matches, and is highlighted, as one word and as several', async () => {
    const index = await open(folder())
    await rebuildWith(
      index,
      createTag('silentfilm', 'SilentFilm'),
      createPost('nosferatu', 'Nosferatu', { tags: ['SilentFilm', 'Germany'] }),
    )
    for (const text of ['silentfilm', 'silent film', 'film', 'silent fi', 'germany film'])
      expect(await searchIdsAsTyped(index, text), text).toContain('nosferatu')
    expect(await searchIdsAsTyped(index, 'silent film')).toEqual(['silentfilm', 'nosferatu'])
    const tags = async (text: string) => (await search(index, text, { types: ['post'], unfinished: true })).hits[0]!.tags[0]
    expect(await tags('film')).toBe('Silent<em>Film</em>')
    expect(await tags('silent fi')).toBe('<em>SilentFi</em>lm')
    expect(await tags('silentf')).toBe('<em>SilentF</em>ilm')
  })
})

describe('misspelt words', () => {
  test('X1 a misspelt unfinished word matches whole words before prefixes', async () => {
    const index = await open(folder())
    await rebuildWith(
      index,
      createTag('bancosabadell', 'BancoSabadell', { popularity: 1000 }),
      createPost('fado', 'Saudade'),
      createPost('bank', 'Sabadell', { popularity: 1e6 }),
    )
    expect(await searchIdsAsTyped(index, 'sauade')).toEqual(['fado', 'bancosabadell', 'bank'])
  })
})

describe('many documents', () => {
  test('X1 with enough exact matches no corrected ones are returned', async () => {
    const index = await open(folder(), [], { enough: 3 })
    const songs = (count: number) => Array.from({ length: count }, (_none, n) => createPost(`p${n}`, `Concert ${n}`))
    await rebuildWith(index, ...songs(2), createPost('near', 'Concern'))
    expect(await searchIds(index, 'concert')).toHaveLength(3)
    await put(index, ...songs(3))
    expect(await searchIds(index, 'concert')).toHaveLength(3)
    expect(await searchIds(index, 'concert')).not.toContain('near')
  })

  test('X1 a common word is corrected only if there are no results otherwise', async () => {
    const index = await open(folder(), [], { common: 3 })
    await rebuildWith(
      index,
      ...['one', 'two', 'three'].map((id) => createPost(id, `Form ${id}`)),
      createPost('letter', 'A letter from home'),
      createPost('train', 'A train from here'),
      createPost('both', 'The form of a train'),
    )
    expect(await searchIds(index, 'letter form')).toEqual(['letter'])
    expect(await searchIds(index, 'train form')).toEqual(['both'])
    expect(await searchIds(index, 'trian form')).toEqual(['both'])
  })

  test('X1 pages of corrected results are the same for every page size', async () => {
    const index = await open(folder(), [], { few: 4, block: 3 })
    await rebuildWith(
      index,
      ...Array.from({ length: 40 }, (_none, n) =>
        [createPost, createBead, createMember][n % 3]!(`id${n}`, n % 4 ? `Concert ${n}` : `Music ${n}`, {
          description: 'a concert',
          popularity: n * n,
        }),
      ),
    )
    const whole = await searchIds(index, 'conzert', { limit: 100 })
    expect(new Set(whole).size).toBe(40)
    for (const limit of [1, 3, 7]) {
      const found: string[] = []
      while (found.length < 40) found.push(...(await searchIds(index, 'conzert', { from: found.length, limit })))
      expect(found).toEqual(whole)
    }
  })
})

describe('the embedded index compared with the model', () => {
  const words = [
    'night',
    'nights',
    'nightingale',
    'light',
    'train',
    'trains',
    'rain',
    'jazz',
    'symphony',
    'symphonies',
    'a',
    'an',
    'ana',
    '東',
    '京',
    'u2',
    'blink182',
    'café',
  ]
  const text = (most: number) => fc.array(fc.constantFrom(...words), { maxLength: most }).map((list) => list.join(' '))
  const uid = fc.constantFrom('ann', 'bob', 'eve')
  // Each document has another popularity, so that the expected order is unambiguous.
  const drawn = fc.record({
    type: fc.constantFrom(...documentTypes),
    title: text(4),
    names: fc.array(text(2), { maxLength: 2 }),
    tags: fc.array(fc.constantFrom('Jazz', 'NightTrain', 'Rain2'), { maxLength: 2 }),
    description: text(6),
    category: fc.option(fc.constantFrom('music', 'film')),
    creator: fc.option(uid),
    readers: fc.option(fc.array(uid, { maxLength: 2 }), { freq: 3 }),
    writers: fc.option(fc.array(uid, { maxLength: 2 })),
  })
  const documents = fc
    .array(drawn, { maxLength: 40 })
    .map((list) => list.map((one, n): SearchDocument => ({ ...one, id: `d${n}`, bead: null, popularity: 2 ** (n / 2) })))
  const queryArbitrary = fc.record({
    text: fc
      .tuple(
        text(3),
        fc.constantFrom('', 'n', 'ni', 'nigt', 'trian', 'symphnoy', 'zymphony', 'ra', 'nightin', '京', 'u', 'blink181', 'caf'),
      )
      .map((parts) => parts.join(' ')),
    types: fc.subarray([...documentTypes], { minLength: 1 }),
    unfinished: fc.boolean(),
    reader: fc.option(fc.record({ uid, isAdmin: fc.boolean() })),
    category: fc.option(fc.constantFrom('music', 'film'), { nil: undefined, freq: 4 }),
    tag: fc.option(fc.constantFrom('jazz', 'rain2'), { nil: undefined, freq: 4 }),
    writable: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
    excludedAuthors: fc.option(fc.array(uid, { maxLength: 2 }), { nil: undefined }),
    among: fc.option(
      fc.record({
        post: fc.array(
          fc.nat(40).map((n) => `d${n}`),
          { maxLength: 20 },
        ),
        bead: fc.constant(['d1', 'd2', 'd3']),
      }),
      { nil: undefined, freq: 5 },
    ),
    from: fc.nat(8),
    limit: fc.integer({ min: 1, max: 12 }),
  })

  test.each([
    ['all matches read', {}],
    ['ranks read one by one', { few: 0 }],
    ['matches of rare words read', { few: 3 }],
  ])('X1 X5 random documents and queries: results, order and total equal those of the model, %s', async (_how, limits) => {
    const index = await open(folder(), [], limits)
    await fc.assert(
      fc.asyncProperty(documents, fc.array(queryArbitrary, { minLength: 1, maxLength: 20 }), fc.boolean(), async (all, queries, apart) => {
        // Either indexed by one rebuild, or written over other documents.
        await rebuildWith(index, ...(apart ? all.map((one) => ({ ...one, title: 'train jazz', popularity: 3 })) : all))
        if (apart) await put(index, ...all)
        for (const query of queries) {
          const expected: SearchQuery = queryOf(query.text, query)
          const found = findAll(all, expected)
          const page = await index.search(expected)
          const end = query.from + query.limit
          expect(page.hits.map(({ id }) => id)).toEqual(found.slice(query.from, end).map(({ id }) => id))
          expect(page.total).toBe(found.length)
          expect(page.next).toBe(end < found.length ? end : null)
        }
      }),
      { numRuns: fuzzRuns(12) },
    )
  })
})
