import { describe, expect, it, onTestFinished } from 'vitest'
import { createFailover } from '#search/failover.ts'
import { createIndexer } from '#search/indexer.ts'
import type { Change, DocumentSource, SearchDocument, SearchIndex } from '#search/port.ts'
import { documentOf, queryOf } from './documents.ts'
import { found, setUp } from './meilisearch-kit.ts'

/** A source of documents in memory, with a log of changes. */
function createSource() {
  const there = new Map<string, SearchDocument>()
  const log: Change[] = []
  const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`
  const source: DocumentSource = {
    head: async () => log.length,
    changes: async (after, limit) => log.slice(after, after + limit),
    documents: async (keys) => keys.flatMap((key) => there.get(keyOf(key)) ?? []),
    all: async (type, after, limit) =>
      [...there.values()]
        .filter((one) => one.type === type && one.id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    within: async () => [],
    count: async () => there.size,
  }
  const note = ({ type, id }: Pick<SearchDocument, 'type' | 'id'>) => void log.push({ position: log.length + 1, type, id })
  return {
    source,
    save: (document: SearchDocument) => (there.set(keyOf(document), document), note(document)),
    remove: (document: SearchDocument) => (there.delete(keyOf(document)), note(document)),
  }
}

/** A fake embedded index, which is always available and up to date. */
const second = (documents: SearchDocument[], position: () => number): SearchIndex => ({
  name: 'embedded',
  search: async () => ({
    hits: documents.map(({ type, id, title }) => ({ type, id, title, description: 'embedded', tags: [] })),
    next: null,
    total: documents.length,
  }),
  position: async () => position(),
  write: async () => undefined,
  rebuild: () => Promise.reject(new Error('it is whole')),
  close: async () => undefined,
})

const jazz = (id: string) => documentOf('bead', id, { title: 'Jazz' })

describe('Meilisearch and the change log', () => {
  it('X1 built → Meilisearch answers; unavailable → the embedded index does; available again → it has the missed changes', async () => {
    const { server, index, log, of } = await setUp()
    const { source, save, remove } = createSource()
    for (const id of ['b1', 'b2']) save(jazz(id))
    let head = 2
    const clock = { now: 0 }
    const search = createFailover(
      index,
      second([jazz('other')], () => head),
      log,
      { now: () => clock.now },
    )
    const who = async () => (await search.search(queryOf('jazz'))).hits.map(({ id }) => id)
    expect(await who()).toEqual(['other'])

    const indexer = createIndexer({ indexes: [index], source, log, pollMs: 60_000 })
    onTestFinished(() => indexer.stop())
    await indexer.catchUp()
    clock.now = 5_000
    await who()
    await expect.poll(who).toEqual(['b1', 'b2'])

    await server.stop()
    save(jazz('b3'))
    remove(jazz('b1'))
    head = 4
    await indexer.catchUp()
    expect(await who()).toEqual(['other'])
    expect(of('warn').filter((line) => line.includes('does not answer'))).toHaveLength(1)

    await server.start()
    await indexer.catchUp()
    clock.now = 10_000
    await who()
    await expect.poll(who).toEqual(['b2', 'b3'])
    expect(await index.position()).toBe(4)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b2', 'bead b3'])
    expect(of('error')).toEqual([])
  })
})
