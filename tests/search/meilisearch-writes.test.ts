import { describe, expect, it } from 'vitest'
import { inBatches, lettersOf } from '#search/meilisearch/building.ts'
import { pollAfter } from '#search/meilisearch/client.ts'
import { toStored } from '#search/meilisearch/documents.ts'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { version } from '#search/meilisearch/settings.ts'
import { SearchUnavailable, type IndexChanges } from '#search/port.ts'
import { Documents } from '../support/meilisearch-documents.ts'
import { documentOf, queryOf } from './documents.ts'
import { database, fill, found, setUp } from './meilisearch-kit.ts'

const changes = (more: Partial<IndexChanges>): IndexChanges => ({ put: [], remove: [], removeWithin: [], ...more })
const jazz = (id: string) => documentOf('bead', id, { title: 'Jazz' })
const lately = 60_000

describe('building an index', () => {
  it('X1 a rebuild → the old index answers until the new one is complete and swapped in', async () => {
    const { server, index } = await setUp()
    expect(await index.position()).toBeNull()
    await fill(index, [jazz('old')], 3)
    const building = await index.rebuild()
    await building.put([jazz('new')])
    expect(await found(index, queryOf('jazz'))).toEqual(['bead old'])
    expect(await index.position()).toBe(3)
    await building.finish(8)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead new'])
    expect(await index.position()).toBe(8)
    await expect.poll(() => [...server.indexes.keys()]).toEqual(['strand'])
    const [, built] = server.requestsTo('POST', '/indexes').filter(({ body }) => body.uid !== 'strand')
    expect(built!.body).toEqual({ uid: expect.stringMatching(new RegExp(`^strand-${version}-[a-z0-9]+$`)), primaryKey: 'key' })
  })

  it('X1 a build → the settings are written before documents, and the position before the swap', async () => {
    const { server, index } = await setUp()
    await fill(index, [jazz('b1')])
    await expect
      .poll(() => server.tasks.map(({ type }) => type))
      .toEqual([
        'indexCreation',
        'settingsUpdate',
        'documentAdditionOrUpdate',
        'documentAdditionOrUpdate',
        'indexCreation',
        'indexSwap',
        'indexDeletion',
      ])
    const [documents, state] = server.requestsTo('POST', '/indexes/:uid/documents')
    expect(documents!.body.list).toHaveLength(1)
    expect(state!.body.list).toEqual([expect.objectContaining({ key: 'state', position: 1, version })])
  })

  it('X1 a build of 2,500 documents → batches of at most 1,000', async () => {
    const { server, index } = await setUp()
    const building = await index.rebuild()
    for (let n = 0; n < 25; n += 1) await building.put(Array.from({ length: 100 }, (_none, m) => jazz(`b${n * 100 + m}`)))
    await building.finish(1)
    expect(server.requestsTo('POST', '/indexes/:uid/documents').map(({ body }) => body.list.length)).toEqual([1000, 1000, 500, 1])
    expect(await index.search(queryOf('jazz'))).toMatchObject({ total: 1000 })
    expect(server.indexes.get('strand')!.documents.size).toBe(2501)
  })

  it('X1 large documents → smaller batches; a document above the limit is a batch of its own', () => {
    const lengths = (letters: number[]) => [...inBatches(letters, (each) => each)].map((batch) => batch.length)
    expect(lengths([4e6, 4e6, 4e6, 1, 1])).toEqual([2, 3])
    expect(lengths([1, 5e7, 1])).toEqual([1, 1, 1])
    expect(lengths(Array<number>(2001).fill(1))).toEqual([1000, 1000, 1])
    expect(lengths([])).toEqual([])
    const long = { ...jazz('b1'), title: 'four', description: 'x'.repeat(1000) }
    expect(lettersOf(toStored(long))).toBeGreaterThan(JSON.stringify(toStored(long)).length - 300)
  })

  it.each(['indexCreation', 'settingsUpdate'])('X1 a failed %s → the rebuild rejects, and the new index is deleted', async (type) => {
    const { server, index } = await setUp()
    server.fail(type, 'invalid_settings_ranking_rules', 'invalid_request')
    await expect(index.rebuild()).rejects.toThrow('A simulated failure.')
    await expect.poll(() => [...server.indexes.keys()]).toEqual([])
  })

  it('X1 a first build, two rebuilds and an abandoned one → no failed task', async () => {
    const { server, index } = await setUp()
    for (const id of ['b1', 'b2', 'b3']) await fill(index, [jazz(id)])
    const abandoned = await index.rebuild()
    await abandoned.put([jazz('b4')])
    await abandoned.abandon()
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b3'])
    await expect.poll(() => server.tasks.filter(({ status }) => status === 'enqueued')).toEqual([])
    expect(server.tasks.filter(({ status }) => status === 'failed')).toEqual([])
  })

  it.each([
    ['documentAdditionOrUpdate', 'master'],
    ['indexSwap', 'master'],
    ['indexSwap', 'limited'],
  ] as const)('X1 a failed %s with the %s key → the old index still answers', async (type, key) => {
    const { server, index } = await setUp({ limited: key === 'limited' })
    await fill(index, [jazz('old')], 3)
    const building = await index.rebuild()
    server.fail(type)
    await building.put([jazz('new')])
    await expect(building.finish(8)).rejects.toThrow(SearchUnavailable)
    await building.abandon()
    expect(await found(index, queryOf('jazz'))).toEqual(['bead old'])
    expect(await index.position()).toBe(3)
    await expect.poll(() => [...server.indexes.keys()]).toEqual(['strand'])
  })

  it('X1 an abandoned build → its task is cancelled, and its index is deleted', async () => {
    const { server, index } = await setUp()
    const building = await index.rebuild()
    server.held = true
    await building.put(Array.from({ length: 1000 }, (_none, n) => jazz(`b${n}`)))
    await building.abandon()
    server.held = false
    await expect.poll(() => [...server.indexes.keys()]).toEqual([])
    expect(server.tasks.find(({ type }) => type === 'documentAdditionOrUpdate')).toMatchObject({ status: 'canceled' })
  })

  it('X1 a build → leftovers of killed builds are deleted; running builds and foreign indexes are not', async () => {
    const { server, index, of } = await setUp({ now: () => Date.now() + 10 * lately })
    const stranger = await index.rebuild()
    const [going] = [...server.indexes.keys()]
    for (const uid of ['strand-1-dead', 'strand-0-old', 'strand-waiting', 'strands-1-x', 'other']) {
      server.indexes.set(uid, {
        primaryKey: 'key',
        settings: {},
        documents: new Documents(),
        createdAt: '',
        updatedAt: new Date(Date.now() - lately).toISOString(),
      })
    }
    server.indexes.get(going!)!.updatedAt = new Date(Date.now() + lately).toISOString()
    await fill(index, [])
    expect([...server.indexes.keys()].sort()).toEqual(['other', 'strand', going, 'strand-waiting', 'strands-1-x'].sort())
    expect(of('info').filter((line) => line.includes('abandoned'))).toHaveLength(2)
    await stranger.abandon()
  })

  it('X1 an old build with queued tasks → not deleted as a leftover, and completed', async () => {
    const { server, index } = await setUp({ now: () => Date.now() + 100 * lately })
    const slow = await index.rebuild()
    server.held = true
    await slow.put(Array.from({ length: 1000 }, (_none, n) => jazz(`b${n}`)))
    const other = index.rebuild()
    await expect.poll(() => server.requestsTo('GET', '/tasks').length).toBeGreaterThan(0)
    server.held = false
    await (await other).abandon()
    await slow.finish(1)
    expect(server.indexes.get('strand')!.documents.size).toBe(1001)
  })

  it('X1 two processes swap their builds concurrently → both succeed, and one index remains', async () => {
    const { server, index, log } = await setUp()
    const elsewhere = await openMeilisearch({ url: server.url, key: server.key, database, log })
    await fill(index, [jazz('old')], 3)
    server.held = 'indexSwap'
    const both = Promise.all([fill(index, [jazz('b1')], 4), fill(elsewhere, [jazz('b2')], 5)])
    await expect.poll(() => server.tasks.filter(({ type, status }) => type === 'indexSwap' && status === 'enqueued')).toHaveLength(2)
    server.held = false
    await both
    expect([4, 5]).toContain(await index.position())
    await expect.poll(() => [...server.indexes.keys()]).toEqual(['strand'])
    await elsewhere.close()
  })

  it('X1 a key with the permissions of the README → it can build, write, search and rebuild, without a warning', async () => {
    const { server, index, lines } = await setUp({ limited: true })
    expect(await index.position()).toBeNull()
    await fill(index, [jazz('b1'), jazz('b2')], 4)
    await index.write(changes({ put: [jazz('b3')], remove: [{ type: 'bead', id: 'b1' }], removeWithin: ['b9'] }), 5)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b2', 'bead b3'])
    await fill(index, [jazz('b4')], 6)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b4'])
    expect(await index.position()).toBe(6)
    await (await index.rebuild()).abandon()
    await expect.poll(() => [...server.indexes.keys()]).toEqual(['strand'])
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
    expect(server.tasks.filter(({ status }) => status === 'failed')).toEqual([])
  })

  it('X1 Meilisearch older than 1.36 → an error with both versions', async () => {
    const { server, index } = await setUp()
    server.version = '1.9.4'
    await expect(index.rebuild()).rejects.toThrow('Meilisearch 1.36 or newer is needed, this is 1.9.4')
    server.version = '1.36.0'
    await (await index.rebuild()).abandon()
    server.version = '2.0.0-rc.1'
    await (await index.rebuild()).abandon()
  })
})

describe('the duration of tasks', () => {
  it('X1 a task → polled every 30 ms in its first second, and every 250 ms afterwards', () => {
    expect([0, 350, 999, 1000, 5000].map(pollAfter)).toEqual([30, 30, 30, 250, 250])
  })

  it('X1 many small tasks longer than 300 ms → one warning that names the setting; some, or large ones → none', async () => {
    const { server, index, of } = await setUp()
    await fill(index, [], 1)
    let position = 1
    const write = async (times: number, taskMs: number, documents = 1) => {
      server.taskMs = taskMs
      for (let n = 0; n < times; n += 1)
        await index.write(changes({ put: Array.from({ length: documents }, (_none, m) => jazz(`b${m}`)) }), (position += 1))
    }
    await write(14, 350)
    await write(20, 60)
    await write(16, 350, 50)
    expect(of('warn'), 'now and then, and for many documents').toEqual([])
    await write(40, 350)
    expect(of('warn')).toEqual([expect.stringContaining('--max-indexing-memory 256MiB')])
  })
})

describe('writing to an index', () => {
  it('X1 write(), also repeated → documents are added, replaced and removed, and the position is stored', async () => {
    const { index } = await setUp()
    await fill(index, [
      jazz('b1'),
      jazz('b2'),
      documentOf('post', 'p1', { title: 'Jazz', bead: 'b1' }),
      documentOf('post', 'p2', { title: 'Jazz', bead: 'B1' }),
    ])
    const again = changes({
      put: [{ ...jazz('b2'), title: 'Blues' }, jazz('b3')],
      remove: [
        { type: 'bead', id: 'b1' },
        { type: 'tag', id: 'never' },
      ],
      removeWithin: ['b1'],
    })
    for (let twice = 0; twice < 2; twice += 1) {
      await index.write(again, 7)
      expect(await index.position()).toBe(7)
      expect(await found(index, queryOf('jazz'))).toEqual(['bead b3', 'post p2'])
      expect(await found(index, queryOf('blues'))).toEqual(['bead b2'])
    }
  })

  it('X1 a write of 1,500 documents with removals → the position is in the last batch, after all other tasks', async () => {
    const { server, index } = await setUp()
    await fill(index, [])
    const before = server.tasks.length
    await index.write(
      changes({ put: Array.from({ length: 1500 }, (_none, n) => jazz(`b${n}`)), remove: [{ type: 'bead', id: 'x' }], removeWithin: ['y'] }),
      2,
    )
    expect(
      server.tasks
        .slice(before)
        .filter(({ type }) => type !== 'indexDeletion')
        .map(({ type }) => type),
    ).toEqual(['documentDeletion', 'documentDeletion', 'documentAdditionOrUpdate', 'documentAdditionOrUpdate'])
    expect(
      server
        .requestsTo('POST', '/indexes/:uid/documents')
        .slice(-2)
        .map(({ body }) => body.list.length),
    ).toEqual([1000, 501])
    await index.write(changes({ put: Array.from({ length: 1000 }, (_none, n) => jazz(`b${n}`)) }), 3)
    expect(
      server
        .requestsTo('POST', '/indexes/:uid/documents')
        .slice(-2)
        .map(({ body }) => body.list.length),
    ).toEqual([1000, 1])
  })

  it.each(['documentDeletion', 'documentAdditionOrUpdate'])(
    'X1 a failed %s → the position is unchanged, and the write can be repeated',
    async (type) => {
      const { server, index } = await setUp()
      await fill(index, [jazz('b1')], 4)
      server.fail(type)
      await expect(index.write(changes({ put: [jazz('b2')], remove: [{ type: 'bead', id: 'b1' }] }), 5)).rejects.toThrow(SearchUnavailable)
      expect(await index.position()).toBe(4)
      await index.write(changes({ put: [jazz('b2')], remove: [{ type: 'bead', id: 'b1' }] }), 5)
      expect(await found(index, queryOf('jazz'))).toEqual(['bead b2'])
    },
  )

  it('X1 a task that exceeds the time limit → cancelled, without an effect', async () => {
    const { server, index } = await setUp({ limits: { writeMs: 80 } })
    await fill(index, [])
    server.held = true
    await expect(index.write(changes({ put: [jazz('late')] }), 2)).rejects.toThrow('a task took longer than 80 ms')
    server.held = false
    await expect.poll(() => server.tasks.at(-1)).toMatchObject({ type: 'taskCancelation', status: 'succeeded' })
    expect(await found(index, queryOf('jazz'))).toEqual([])
    expect(await index.position()).toBe(1)
  })

  it('X1 a refused task → an error other than SearchUnavailable', async () => {
    const { server, index } = await setUp()
    await fill(index, [])
    server.fail('documentAdditionOrUpdate', 'invalid_document_id', 'invalid_request')
    const failing = index.write(changes({ put: [jazz('b1')] }), 2)
    await expect(failing).rejects.toThrow('Meilisearch refused a task: documentAdditionOrUpdate failed: A simulated failure.')
    await expect(failing).rejects.not.toBeInstanceOf(SearchUnavailable)
  })

  it('X5 a write for the previous generation → the documents and position of the next one stay', async () => {
    const { server, index, log } = await setUp()
    const elsewhere = await openMeilisearch({ url: server.url, key: server.key, database, log })
    await fill(index, [], 1)
    await index.write(changes({}), 9)
    expect(await index.position()).toBe(9)
    await fill(elsewhere, [], 5)
    await index.write(changes({ put: [jazz('b1')] }), 12, 9)
    expect(await found(index, queryOf('jazz'))).toEqual([])
    expect(await index.position()).toBe(5)
    await index.write(changes({ put: [jazz('b1')] }), 12, 5)
    expect([await index.position(), await elsewhere.position()]).toEqual([12, 12])
    await elsewhere.close()
  })

  it('X5 a write during a queued swap → its position is not stored in the next generation', async () => {
    const { server, index, log } = await setUp()
    const elsewhere = await openMeilisearch({ url: server.url, key: server.key, database, log })
    await fill(index, [], 1)
    await index.write(changes({}), 9)
    server.held = 'indexSwap'
    const swapping = fill(elsewhere, [], 5)
    await expect.poll(() => server.tasks.some(({ type, status }) => type === 'indexSwap' && status === 'enqueued')).toBe(true)
    expect(await index.position()).toBe(9)
    const writing = index.write(changes({ put: [jazz('b1')] }), 12, 9)
    await expect.poll(() => server.tasks.at(-1)!.type).toBe('documentAdditionOrUpdate')
    server.held = false
    await Promise.all([swapping, writing])
    expect(await index.position()).toBe(5)
    await index.write(changes({ put: [jazz('b1')] }), 12, 5)
    expect(await index.position()).toBe(12)
    await elsewhere.close()
  })

  it('X1 an index of another version, or without its state or settings → no position', async () => {
    const { server, index } = await setUp()
    await fill(index, [], 3)
    const { documents, settings } = server.indexes.get('strand')!
    const state = documents.get('state')!
    documents.set('state', { ...state, version: version + 1 })
    expect(await index.position()).toBeNull()
    documents.set('state', state)
    expect(await index.position()).toBe(3)
    documents.delete('state')
    expect(await index.position()).toBeNull()
    settings.filterableAttributes = []
    expect(await index.position()).toBeNull()
    await expect(index.search(queryOf('jazz'))).rejects.toThrow(SearchUnavailable)
    await expect(index.write(changes({}), 4)).rejects.toThrow('was never built')
  })

  it('X1 the index is deleted during a write → SearchUnavailable and no position; after a build it answers again', async () => {
    const { server, index } = await setUp()
    await fill(index, [jazz('b1')], 3)
    await index.position()
    server.indexes.clear()
    await expect(index.write(changes({ put: [jazz('b2')] }), 4)).rejects.toThrow(SearchUnavailable)
    expect(await index.position()).toBeNull()
    await fill(index, [jazz('b1'), jazz('b2')], 4)
    expect(await index.position()).toBe(4)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b1', 'bead b2'])
  })
})
