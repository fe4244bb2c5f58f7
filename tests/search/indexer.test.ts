import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#search/embedded/index.ts'
import { createIndexer, type Indexer, type IndexerLog } from '#search/indexer.ts'
import { rebuildIndex } from '#search/rebuild.ts'
import type { SearchIndex } from '#search/port.ts'
import { memoryIndex, World, type MemoryIndex } from '../support/memory-index.ts'
import { documentOf } from './documents.ts'

let world: World
let index: MemoryIndex
let logLines: string[]
const open: Indexer[] = []

const log: IndexerLog = {
  info: (_about, message) => void logLines.push(`info: ${message}`),
  warn: (_about, message) => void logLines.push(`warn: ${message}`),
  error: (_about, message) => void logLines.push(`error: ${message}`),
}

beforeEach(() => {
  world = new World()
  index = memoryIndex()
  logLines = []
})
const stopAll = () => Promise.all(open.splice(0).map((one) => one.stop()))
afterEach(stopAll)

function indexerOf(...indexes: SearchIndex[]): Indexer {
  const indexer = createIndexer({ indexes, source: world, log, pollMs: 20 })
  open.push(indexer)
  return indexer
}

/** The index has the documents of the world, and its position. */
function expectSame(of = index): void {
  expect([...of.disk.documents.entries()].sort()).toEqual([...world.documentsNow.entries()].sort())
  expect(of.disk.position).toBe(world.latest)
  expect(of.building).toBe(0)
}

async function until(condition: () => boolean, timeoutMs = 2000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it never came about')
    await sleep(2)
  }
}

const fill = (posts: number, bead = 'b1'): void => {
  world.set(documentOf('bead', bead))
  for (let n = 0; n < posts; n += 1) world.set(documentOf('post', `${bead} p${String(n).padStart(5, '0')}`, { bead }))
}

/** Simulates a kill: the process stops, and acknowledged writes remain. */
class Killed extends Error {}
const killAt = (what: 'write' | 'page' | 'finish', nth: number) => {
  let seen = 0
  return (now: string): void => {
    if (now === what && (seen += 1) >= nth) throw new Killed()
  }
}

describe('X5 an index follows the log of changes', () => {
  it('X5 an index without a position → it is built; later creations, changes and deletions → applied in one write', async () => {
    fill(250)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    expectSame()
    world.set(documentOf('post', 'b1 p00000', { bead: 'b1', title: 'other' }))
    world.delete('post', 'b1 p00001')
    world.set(documentOf('member', 'ada'))
    await indexer.catchUp()
    expectSame()
    expect(index.writes).toHaveLength(1)
  })

  it('X5 40 changes of one document → that document is read once, and no other is', async () => {
    fill(50)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    world.reads = 0
    for (let n = 0; n < 40; n += 1) world.set(documentOf('post', 'b1 p00007', { bead: 'b1', popularity: n }))
    await indexer.catchUp()
    expect(world.reads).toBe(1)
    expectSame()
  })

  it('X5 a change → applied at the next poll; a change and wake() → applied at once, despite a poll of 60 s', async () => {
    const indexer = indexerOf(index)
    indexer.start()
    await until(() => index.disk.position !== null)
    world.set(documentOf('member', 'ada'))
    await until(() => index.disk.documents.has('member ada'), 500)
    const slow = memoryIndex()
    const woken = createIndexer({ indexes: [slow], source: world, log, pollMs: 60_000 })
    open.push(woken)
    woken.start()
    await until(() => slow.disk.position !== null)
    world.set(documentOf('member', 'ben'))
    woken.wake()
    await until(() => slow.disk.documents.has('member ben'), 500)
  })

  it('X5 a change and a second catchUp() during a write → both changes are in the index', async () => {
    fill(10)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    let late: Promise<void> | undefined
    index.hook = () => {
      if (late) return
      world.set(documentOf('member', 'late'))
      late = indexer.catchUp()
    }
    world.set(documentOf('member', 'early'))
    await indexer.catchUp()
    await late
    expectSame()
  })

  it('X5 a changed playlist with 350 posts → pages of at most 100 documents; the position advances after the last page', async () => {
    fill(350)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    const before = index.disk.position
    for (const [, post] of world.documentsNow) if (post.type === 'post') world.set({ ...post, category: 'film' }, false)
    world.logChange('within', 'b1')
    const positions: unknown[] = []
    index.hook = () => void positions.push(index.disk.position)
    await indexer.catchUp()
    expectSame()
    expect(positions).toEqual([before, before, before, before, before])
    expect(Math.max(...index.writes.map(({ put }) => put.length))).toBeLessThanOrEqual(100)
  })

  it('X5 single changes, a small playlist and an emptied one → one write', async () => {
    fill(30)
    fill(2, 'b2')
    const indexer = indexerOf(index)
    await indexer.catchUp()
    for (const [name, one] of world.documentsNow) if (one.bead === 'b2') world.documentsNow.delete(name)
    world.delete('bead', 'b2')
    world.logChange('within', 'b2')
    world.set(documentOf('bead', 'b1', { title: 'other' }))
    for (const [, post] of world.documentsNow) if (post.type === 'post') world.set({ ...post, category: 'film' }, false)
    world.logChange('within', 'b1')
    world.set(documentOf('member', 'ada'))
    await indexer.catchUp()
    expectSame()
    expect(index.writes).toHaveLength(1)
  })

  it('X5 a deleted playlist with 120 posts → its posts are removed from the index', async () => {
    fill(120)
    fill(3, 'b2')
    const indexer = indexerOf(index)
    await indexer.catchUp()
    for (const [name, one] of world.documentsNow) if (one.bead === 'b1') world.documentsNow.delete(name)
    world.delete('bead', 'b1')
    world.logChange('within', 'b1')
    await indexer.catchUp()
    expectSame()
    expect(index.disk.documents.size).toBe(4)
  })

  it('X5 20 changes of one playlist → its posts are read once', async () => {
    fill(30)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    world.reads = 0
    for (let n = 0; n < 20; n += 1) world.logChange('within', 'b1')
    await indexer.catchUp()
    expect(world.reads).toBe(30)
    expectSame()
  })

  it('X5 recheck() of stale documents that the log does not mention → they are refreshed once', async () => {
    fill(5)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    world.delete('post', 'b1 p00003', false)
    world.set(documentOf('post', 'b1 p00004', { bead: 'b1', readers: ['ada'] }), false)
    indexer.recheck([
      { type: 'post', id: 'b1 p00003' },
      { type: 'post', id: 'b1 p00004' },
    ])
    await indexer.catchUp()
    expectSame()
    const { length } = index.writes
    await indexer.catchUp()
    expect(index.writes).toHaveLength(length)
  })
})

describe('X5 a rebuild', () => {
  it('X5 changes during a build → applied after it; the build lets other tasks run between pages', async () => {
    fill(2000)
    const indexer = indexerOf(index)
    let turns = 0
    let building = true
    const others = (async () => {
      for (; building; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    })()
    let pages = 0
    index.hook = (what) => {
      if (what !== 'page') return
      pages += 1
      world.set(documentOf('post', `b1 p${String(pages).padStart(5, '0')}`, { bead: 'b1', title: `changed at page ${pages}` }))
      world.delete('post', `b1 p0${String(1000 + pages)}`)
      world.set(documentOf('member', `m${pages}`))
    }
    await indexer.catchUp()
    building = false
    await others
    expectSame()
    expect(turns).toBeGreaterThanOrEqual(pages)
  })

  it('X5 a position older than the log, or of the log of another database → the index is rebuilt', async () => {
    fill(20)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    world.delete('post', 'b1 p00001')
    world.set(documentOf('member', 'ada'))
    world.log.shift()
    world.log = world.log.slice(-1)
    await indexer.catchUp()
    expectSame()

    const other = new World()
    other.latest = 90_000
    other.set(documentOf('member', 'of another database'))
    const moved = createIndexer({ indexes: [index], source: other, log })
    open.push(moved)
    await moved.catchUp()
    expect([...index.disk.documents.keys()]).toEqual(['member of another database'])
    expect(index.disk.position).toBe(other.latest)
  })

  it('X5 during a rebuild → the old generation answers until the new one is active', async () => {
    fill(500)
    const indexer = indexerOf(index)
    await indexer.catchUp()
    world.set(documentOf('member', 'new'))
    const seen = new Set<number>()
    index.hook = () => void seen.add(index.disk.documents.size)
    expect(await rebuildIndex(index, world)).toBe(true)
    expect([...seen]).toEqual([501])
    expectSame()
  })

  it('X5 a cancelled rebuild → only the old index remains, with its documents and position', async () => {
    fill(500)
    await indexerOf(index).catchUp()
    const { documents, position } = index.disk
    let done = 0
    expect(await rebuildIndex(index, world, { progress: (now) => (done = now), isCancelled: () => done >= 200 })).toBe(false)
    expect(done).toBe(201)
    expect(index.disk.documents).toBe(documents)
    expect(index.disk.position).toBe(position)
    expect(index.building).toBe(0)
  })

  it('X5 two processes build the same index → one finishes its build, the other abandons its own', async () => {
    fill(300)
    const [mine, theirs] = [memoryIndex(index.disk), memoryIndex(index.disk)]
    let finished = 0
    mine.hook = theirs.hook = (what) => void (finished += Number(what === 'finish'))
    await Promise.all([indexerOf(mine).catchUp(), indexerOf(theirs).catchUp()])
    expect(finished).toBe(1)
    expectSame()
    expect([mine.building, theirs.building]).toEqual([0, 0])
  })

  it('X5 stop() during a build → the build is abandoned; the next start builds the index', async () => {
    fill(1000)
    const first = indexerOf(index)
    let pages = 0
    let stopped: Promise<void> | undefined
    index.hook = () => {
      if ((pages += 1) === 3) stopped = first.stop()
    }
    await first.catchUp()
    await stopped
    expect(pages).toBe(3)
    expect(index.disk.position).toBe(null)
    expect(index.building).toBe(0)
    await indexerOf(index).catchUp()
    expectSame()
  })
})

describe('X5 an unavailable index', () => {
  it('X5 50 changes while an index is unavailable → few retries, and others are up to date; available again → it catches up', async () => {
    const other = memoryIndex()
    const indexer = indexerOf(index, other)
    await indexer.catchUp()
    indexer.start()
    index.away = true
    index.callCount = 0
    for (let n = 0; n < 50; n += 1) {
      world.set(documentOf('member', `m${n}`))
      indexer.wake()
      await sleep(10)
    }
    await until(() => other.disk.documents.size === 50)
    expectSame(other)
    expect(index.callCount).toBeLessThanOrEqual(3)
    expect(logLines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn: a search index is unavailable; it will be updated when it is back',
    ])
    index.away = false
    await until(() => logLines.at(-1) === 'info: a search index is available again and up to date')
    expect(index.disk.position).toBe(world.latest)
    expectSame()
  })

  it('X5 a failed write → catchUp() resolves, and one error is logged', async () => {
    index.away = true
    fill(3)
    await indexerOf(index).catchUp()
    index.away = false
    index.hook = () => {
      throw new Error('disk full')
    }
    await indexerOf(index).catchUp()
    expect(logLines.filter((line) => line.startsWith('error'))).toEqual([
      'error: a search index could not be updated; the update will be retried',
    ])
    expect(index.building).toBe(0)
  })
})

describe('X5 a crash', () => {
  it.each([
    ['write', 1],
    ['write', 3],
    ['page', 1],
    ['page', 4],
    ['finish', 1],
  ] as const)('X5 the process crashes at %s %i → the next process completes the index', async (what, nth) => {
    fill(50)
    if (what === 'write') await indexerOf(index).catchUp()
    fill(350, 'b2')
    world.logChange('within', 'b2')
    world.delete('post', 'b1 p00003')
    index.hook = killAt(what, nth)
    const killed = indexerOf(index)
    await killed.catchUp()
    expect(index.disk.position).not.toBe(world.latest)
    await killed.stop()
    // Documents that the killed process had read may change before the restart.
    world.delete('post', 'b2 p00004')
    world.set(documentOf('post', 'b2 p00005', { bead: 'b2', title: 'changed since' }))
    const next = memoryIndex(index.disk)
    await indexerOf(next).catchUp()
    expectSame(next)
  })

  it('X5 two processes write to one index at random times → the index matches the database', async () => {
    fill(100)
    const [mine, theirs] = [memoryIndex(index.disk), memoryIndex(index.disk)]
    const both = [indexerOf(mine), indexerOf(theirs)]
    await both[0]!.catchUp()
    for (const one of [mine, theirs]) one.hook = () => sleep(Math.random() * 4)
    for (let n = 0; n < 100; n += 1) {
      world.set(documentOf('post', `b1 p${String(n % 7).padStart(5, '0')}`, { bead: 'b1', title: `turn ${n}` }))
      if (n % 5 === 0) world.delete('post', `b1 p${String(50 + (n % 40)).padStart(5, '0')}`)
      void both[n % 2]!.catchUp()
      if (n % 3 === 0) await sleep(1)
    }
    for (let round = 0; round < 3; round += 1) await Promise.all(both.map((one) => one.catchUp()))
    expectSame()
  })
})

describe('X5 the index in the data directory', () => {
  let dir: string
  const opened: SearchIndex[] = []
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'strand-index-'))
  })
  afterEach(async () => {
    // Before the folder is deleted: a running indexer would create it again.
    await stopAll()
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await rm(dir, { recursive: true, force: true })
  })

  async function openIndex(): Promise<SearchIndex> {
    const index = await openEmbedded({ dir, log: { info: () => undefined, warn: () => undefined } })
    opened.push(index)
    return index
  }
  const idsOf = async (of: SearchIndex, text: string): Promise<string[]> =>
    (await of.search({ text, types: ['bead', 'member', 'post'], reader: null, unfinished: false, from: 0, limit: 1000 })).hits
      .map(({ id }) => id)
      .sort()

  it('X5 a write for the previous generation → the documents and position of the next one stay', async () => {
    const [server, other] = [await openIndex(), await openIndex()]
    world.set(documentOf('member', 'ada', { title: 'early' }))
    await indexerOf(server).catchUp()
    const behind = await rebuildIndex(other, world, {
      // Before the build is activated, the server follows the previous generation; afterwards it writes once more.
      shouldFinish: async () => {
        world.set(documentOf('member', 'ada', { title: 'late' }))
        await indexerOf(server).catchUp()
        return true
      },
    })
    expect(behind).toBe(true)
    await server.write(
      { put: [documentOf('member', 'ben', { title: 'late' })], remove: [], removeWithin: [] },
      world.latest + 1,
      world.latest,
    )
    expect(await server.position()).toBe(world.latest - 1)
    await indexerOf(server).catchUp()
    expect([await idsOf(server, 'early'), await idsOf(server, 'late')]).toEqual([[], ['ada']])
  })

  it('X5 rebuilds by another process during 300 changes → no change is lost', async () => {
    const [server, other] = [await openIndex(), await openIndex()]
    fill(60)
    const indexer = indexerOf(server)
    indexer.start()
    await indexer.catchUp()
    let over = false
    // At least three rebuilds, also on a slow machine.
    const rebuilding = (async () => {
      for (let rebuilds = 0; !over || rebuilds < 3; rebuilds += 1) await rebuildIndex(other, world, { page: 10 })
    })()
    for (let n = 0; n < 300; n += 1) {
      world.set(documentOf('post', `b1 p${String(n % 60).padStart(5, '0')}`, { bead: 'b1', title: `version ${n}` }))
      indexer.wake()
      if (n % 4 === 0) await sleep(1)
    }
    over = true
    await rebuilding
    await indexer.catchUp()
    expect(await server.position()).toBe(world.latest)
    expect(await idsOf(server, 'version')).toHaveLength(60)
    for (let n = 0; n < 300; n += 1)
      expect([n, await idsOf(server, `${n}`)]).toEqual([n, n < 240 ? [] : [`b1 p${String(n % 60).padStart(5, '0')}`]])
  })
})
