/** Builds of the embedded index in a process of its own. */
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '#search/embedded/index.ts'
import type { SearchDocument, SearchIndex } from '#search/port.ts'
import { createBead, createMember, createPost, createTag, rebuildWith, search, searchIds } from './documents.ts'

const log = { info: () => undefined, warn: () => undefined } as never
const opened: SearchIndex[] = []
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'strand-build-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((index) => index.close()))
  rmSync(dir, { recursive: true, force: true })
})

/** Builds of more than `small` documents are made by a process. */
async function open(small: number): Promise<SearchIndex> {
  const index = await openEmbedded({ dir, log, small })
  opened.push(index)
  return index
}

/** Posts in a random order of popularity, with words of their own. */
const posts = (count: number): SearchDocument[] =>
  Array.from({ length: count }, (_none, n) => {
    const word = (salt: number): string => ((n + 1) * salt).toString(36)
    return createPost(`p${n}`, `Night ${word(7_654_321)} ${word(9_876_543)}`, {
      description: `${word(123_457)} ${word(1_234_577)} ${word(12_345_701)} every post of it`,
      bead: `b${n % 97}`,
      popularity: (n * 7919) % 1009,
    })
  })

async function startBuild(index: SearchIndex, documents: readonly SearchDocument[]) {
  const building = await index.rebuild()
  for (let from = 0; from < documents.length; from += 500) await building.put(documents.slice(from, from + 500))
  return building
}

const file = (): string => join(dir, readFileSync(join(dir, 'current'), 'utf8'))
const unfinished = (): string[] => readdirSync(dir).filter((name) => name.startsWith('building-'))

/** The processes that this one started with the name of a file in `dir`. */
const builders = (): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dir, 'building-'))
      } catch {
        return false
      }
    })
    .map(Number)

test('X5 a build of many documents leaves the event loop idle', { timeout: 120_000 }, async () => {
  const index = await open(500)
  await rebuildWith(index, createPost('old', 'Night train'))
  const building = await startBuild(index, posts(4000))
  const before = performance.eventLoopUtilization()
  const current = file()
  let isFinished = false
  const finishing = building.finish(7).finally(() => (isFinished = true))
  let searches = 0
  while (!isFinished) {
    const found = await searchIds(index, 'train')
    // The process publishes its file before this one knows that it has.
    if (file() === current) expect(found).toEqual(['old'])
    searches += 1
    await sleep(50)
  }
  await finishing
  const { utilization, active, idle } = performance.eventLoopUtilization(before)
  expect(active + idle, 'too few documents to measure it').toBeGreaterThan(500)
  expect(utilization).toBeLessThan(0.4)
  expect(searches).toBeGreaterThan(5)
  expect(await index.position()).toBe(7)
  expect(await index.count!()).toBe(4000)
})

test('X5 a process builds the same index as the server', { timeout: 60_000 }, async () => {
  const all = [
    ...posts(300),
    // The words of the replaced documents stay known here.
    ...posts(7).map((post) => ({ ...post, id: `twin${post.id}` })),
    createTag('silentfilm', 'SilentFilm'),
    createBead('b1', 'Straße nach Süden'),
    createMember('ann', 'Ann 東京'),
    createPost('empty', ''),
    // Again, with another text and place: the last one counts.
    createPost('p5', 'Nightingale', { popularity: 5000 }),
    createPost('p6', 'Nightingales', { popularity: 0 }),
  ]
  const rows = (): unknown[][] => {
    const db = new Database(file(), { readonly: true })
    db.exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, words, row)`)
    const tables = ['doc ORDER BY rowid', 'term ORDER BY word', 'near ORDER BY key, beginning', 'temp.vocabulary ORDER BY term']
    const found = ['SELECT position FROM meta', ...tables.map((table) => `SELECT * FROM ${table}`)].map((statement) =>
      db.prepare(statement).safeIntegers().all(),
    )
    db.close()
    return found
  }
  const here = await open(Infinity)
  await (await startBuild(here, all)).finish(3)
  const expected = rows()
  const there = await open(0)
  await (await startBuild(there, all)).finish(3)
  expect(expected.map(({ length }) => length > 0)).toEqual([true, true, true, true, true])
  expect(rows()).toEqual(expected)
  expect(await searchIds(there, 'nightingale')).toEqual(['p5', 'p6'])
})

test('X5 a process that is killed fails the build, the index stays, and the next build succeeds', { timeout: 60_000 }, async () => {
  const index = await open(0)
  await rebuildWith(index, createPost('old', 'Night train'))
  const building = await startBuild(index, posts(1000))
  const [pid, ...others] = builders()
  expect(others).toEqual([])
  process.kill(pid!, 'SIGKILL')
  await expect(building.finish(9)).rejects.toThrow('SIGKILL')
  await building.abandon()
  expect([await searchIds(index, 'night'), unfinished()]).toEqual([['old'], []])
  await rebuildWith(index, ...posts(1000))
  expect((await search(index, 'night')).total).toBe(1000)
})

test('X5 an abandoned build leaves neither a process nor a file', { timeout: 60_000 }, async () => {
  const index = await open(0)
  const building = await startBuild(index, posts(1000))
  expect([builders().length, unfinished().length]).toEqual([1, 1])
  await building.abandon()
  expect([builders().length, readdirSync(dir)]).toEqual([0, []])
})
