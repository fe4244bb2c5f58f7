import { describe, expect, it } from 'vitest'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { SearchUnavailable } from '#search/port.ts'
import { documentOf, queryOf } from './documents.ts'
import { createLines, database, fill, found, setUp } from './meilisearch-kit.ts'

describe('headers of requests to Meilisearch', () => {
  it('X1 a build, a write, a search and a query of the position → all requests accept uncompressed answers only', async () => {
    const { server, index } = await setUp()
    await fill(index, [documentOf('bead', 'b1', { title: 'Jazz' })])
    await index.write({ put: [documentOf('bead', 'b2')], remove: [{ type: 'bead', id: 'b1' }], removeWithin: ['b1'] }, 2)
    await index.search(queryOf('jazz'))
    await index.position()
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PATCH', 'DELETE']))
    expect(server.requests.filter(({ headers }) => headers['accept-encoding'] !== 'identity')).toEqual([])
  })
})

describe('unavailable Meilisearch', () => {
  it('X1 no Meilisearch at the address → the index opens, and every call → SearchUnavailable', async () => {
    const { log, lines } = createLines()
    const index = await openMeilisearch({ url: 'http://127.0.0.1:9', key: null, database, log })
    for (const call of [
      () => index.search(queryOf('jazz')),
      () => index.position(),
      () => index.write({ put: [], remove: [], removeWithin: [] }, 1),
      () => index.rebuild(),
    ]) {
      await expect(call()).rejects.toThrow(SearchUnavailable)
    }
    await index.close()
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([500, 502, 503, 504, 408, 429, 'page'] as const)(
    'X1 Meilisearch answers %s → SearchUnavailable until it recovers',
    async (mood) => {
      const { server, index } = await setUp()
      await fill(index, [])
      server.behaviour = mood
      await expect(index.search(queryOf('jazz'))).rejects.toThrow(SearchUnavailable)
      await expect(index.position()).rejects.toThrow(SearchUnavailable)
      server.behaviour = 'normal'
      expect(await index.position()).toBe(1)
    },
  )

  it('X1 Meilisearch does not answer a search → it times out after one second', async () => {
    const { server, log } = await setUp()
    const index = await openMeilisearch({ url: server.url, key: server.key, database, log })
    server.behaviour = 'hang'
    const startedAt = performance.now()
    await expect(index.search(queryOf('jazz'))).rejects.toThrow('timed out after 1000ms')
    expect(performance.now() - startedAt).toBeLessThan(1_800)
    await index.close()
  })

  it('X1 four calls with an invalid key → one error that names MEILI_KEY; valid, then invalid again → a second error', async () => {
    const { server, index, of } = await setUp({ key: 'wrong' })
    for (let n = 0; n < 3; n += 1) await expect(index.search(queryOf('jazz'))).rejects.toThrow(SearchUnavailable)
    await expect(index.position()).rejects.toThrow(SearchUnavailable)
    expect(of('error')).toEqual(['Meilisearch does not take the key in MEILI_KEY'])
    server.key = 'wrong'
    expect(await index.position()).toBeNull()
    server.key = 'changed'
    await expect(index.position()).rejects.toThrow(SearchUnavailable)
    expect(of('error')).toHaveLength(2)
  })

  it('X1 no key → the same error as for an invalid key', async () => {
    const { index, of } = await setUp({ key: null })
    await expect(index.position()).rejects.toThrow(SearchUnavailable)
    expect(of('error')).toEqual(['Meilisearch does not take the key in MEILI_KEY'])
  })

  it('X1 Meilisearch stops and starts again → the index continues at its position', async () => {
    const { server, index } = await setUp()
    await fill(index, [documentOf('bead', 'b1', { title: 'Jazz' })], 4)
    await server.stop()
    await expect(index.search(queryOf('jazz'))).rejects.toThrow(SearchUnavailable)
    await expect(index.write({ put: [documentOf('bead', 'b2', { title: 'Jazz' })], remove: [], removeWithin: [] }, 5)).rejects.toThrow(
      SearchUnavailable,
    )
    await server.start()
    expect(await index.position()).toBe(4)
    await index.write({ put: [documentOf('bead', 'b2', { title: 'Jazz' })], remove: [], removeWithin: [] }, 5)
    expect(await found(index, queryOf('jazz'))).toEqual(['bead b1', 'bead b2'])
  })

  it('X1 a missing index → SearchUnavailable, an invalid query → another error', async () => {
    const { server, index } = await setUp()
    await expect(index.search(queryOf('jazz'))).rejects.toThrow('never built')
    await fill(index, [])
    server.indexes.get('strand')!.settings.filterableAttributes = ['type']
    const failing = index.search(queryOf('jazz'))
    await expect(failing).rejects.toThrow('Attribute `readers` is not filterable.')
    await expect(failing).rejects.not.toBeInstanceOf(SearchUnavailable)
  })

  it('X1 close() during a write → the write rejects with SearchUnavailable', async () => {
    const { server, index } = await setUp()
    await fill(index, [])
    server.held = true
    const writing = index.write({ put: [], remove: [], removeWithin: [] }, 2)
    await expect.poll(() => server.tasks.at(-1)!.status).toBe('enqueued')
    const ended = expect(writing).rejects.toThrow(SearchUnavailable)
    await index.close()
    await ended
  })
})
