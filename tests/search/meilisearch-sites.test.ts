/** Several sites, or several processes of one site, that share a Meilisearch. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFailover } from '#search/failover.ts'
import { createIndexer } from '#search/indexer.ts'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { SearchForeign } from '#search/port.ts'
import { rebuildIndex } from '#search/rebuild.ts'
import { startFakeMeilisearch, type FakeMeilisearch } from '../support/meilisearch.ts'
import { memoryIndex, World } from '../support/memory-index.ts'
import { documentOf, queryOf } from './documents.ts'
import { createLines, fill, found } from './meilisearch-kit.ts'

async function startServer(): Promise<FakeMeilisearch> {
  const server = await startFakeMeilisearch()
  onTestFinished(() => server.stop())
  return server
}

/** A server of a site, whose database contains a member named like the database. */
async function startSite(server: FakeMeilisearch, database: string, uid?: string) {
  const lines = createLines()
  const index = await openMeilisearch({ url: server.url, key: server.key, database: async () => database, log: lines.log, uid })
  const world = new World()
  world.set(documentOf('member', database, { title: 'Jazz' }))
  const indexer = createIndexer({ indexes: [index], source: world, log: lines.log, pollMs: 60_000 })
  onTestFinished(async () => {
    await indexer.stop()
    await index.close()
  })
  return { index, world, indexer, ...lines }
}

const writes = (server: FakeMeilisearch) => server.tasks.length
const jazz = queryOf('jazz')

describe('two sites with one Meilisearch', () => {
  it('X1 the index of another database → unchanged, one error names MEILI_INDEX, and the embedded index answers', async () => {
    const server = await startServer()
    const [first, second] = [await startSite(server, 'one'), await startSite(server, 'two')]
    await first.indexer.catchUp()
    const before = writes(server)
    const embedded = {
      ...memoryIndex(),
      search: async () => ({ hits: [{ type: 'member' as const, id: 'two', title: '', description: '', tags: [] }], next: null, total: 1 }),
    }
    const search = createFailover(second.index, embedded, second.log)
    for (let n = 0; n < 3; n += 1) {
      second.world.set(documentOf('member', `new ${n}`))
      await second.indexer.catchUp()
      expect((await search.search(jazz)).hits.map(({ id }) => id)).toEqual(['two'])
    }
    await expect(second.index.position()).rejects.toThrow(SearchForeign)
    expect(second.of('error')).toEqual([
      "The index strand in Meilisearch belongs to another database: set MEILI_INDEX to a name of this site's own, or take the index over with npm run search:rebuild",
    ])
    expect(second.of('warn')).toEqual(['Meilisearch holds another database: memory answers searches'])
    expect(writes(server)).toBe(before)
    expect(await found(first.index, jazz)).toEqual(['member one'])
  })

  it('X1 a second site rebuilds the index explicitly → the index is its own, and the first site no longer writes to it', async () => {
    const server = await startServer()
    const [first, second] = [await startSite(server, 'one'), await startSite(server, 'two')]
    await first.indexer.catchUp()
    expect(await rebuildIndex(second.index, second.world)).toBe(true)
    await second.indexer.catchUp()
    expect(await found(second.index, jazz)).toEqual(['member two'])
    const before = writes(server)
    first.world.set(documentOf('member', 'three', { title: 'Jazz' }))
    for (let n = 0; n < 3; n += 1) await first.indexer.catchUp()
    expect(first.of('error')).toEqual([expect.stringContaining('MEILI_INDEX')])
    expect(writes(server)).toBe(before)
  })

  it('X1 two sites build the same index concurrently → the first to finish owns it, the other → SearchForeign', async () => {
    const server = await startServer()
    const [first, second] = [await startSite(server, 'one'), await startSite(server, 'two')]
    const [mine, theirs] = [await first.index.rebuild(), await second.index.rebuild()]
    await mine.finish(1)
    await expect(theirs.finish(1)).rejects.toThrow(SearchForeign)
    await theirs.abandon()
    expect(await first.index.position()).toBe(1)
    await expect.poll(() => [...server.indexes.keys()]).toEqual(['strand'])
  })

  it('X1 two sites with an index each → neither changes the index of the other, also when leftovers are deleted', async () => {
    const server = await startServer()
    const [first, second] = [await startSite(server, 'one'), await startSite(server, 'two', 'strand_1')]
    await first.indexer.catchUp()
    await second.indexer.catchUp()
    for (const index of server.indexes.values()) index.updatedAt = new Date(0).toISOString()
    await fill(first.index, [], 9)
    expect([...server.indexes.keys()].sort()).toEqual(['strand', 'strand_1'])
    expect(await found(second.index, jazz)).toEqual(['member two'])
    expect([...first.of('error'), ...second.of('error')]).toEqual([])
  })

  it('X1 an older backup of the same database is restored → the index is rebuilt, without an error', async () => {
    const server = await startServer()
    const site = await startSite(server, 'one')
    for (let n = 0; n < 5; n += 1) site.world.set(documentOf('member', `later ${n}`, { title: 'Jazz' }))
    await site.indexer.catchUp()
    expect(await found(site.index, jazz)).toHaveLength(6)
    const restored = await startSite(server, 'one')
    await restored.indexer.catchUp()
    expect(await found(restored.index, jazz)).toEqual(['member one'])
    expect(await restored.index.position()).toBe(restored.world.latest)
    expect(restored.of('error')).toEqual([])
  })
})
