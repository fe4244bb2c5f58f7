/** Search with Meilisearch: it answers searches; while it is unavailable the embedded index does, and Meilisearch catches up afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { formatReport, rebuildSearch } from '../../server/rebuild.ts'
import { startBead } from '../support/content.ts'
import { startFakeMeilisearch, type FakeMeilisearch } from '../support/meilisearch.ts'
import { ok } from '../support/people.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let meili: FakeMeilisearch
let server: TestServer
let ada: Client

beforeAll(async () => {
  meili = await startFakeMeilisearch()
  server = await startTestServer({ env: { MEILI_URL: meili.url, MEILI_KEY: meili.key } })
  server.services.outbox.start()
  server.services.search.start()
  ada = (await server.signUp('Ada Lovelace')).client
})
afterAll(async () => {
  await server.close()
  await meili.stop()
})

const searchTitles = async (q: string): Promise<string[]> =>
  (await ok(ada.get<Page<SearchItem>>(`/api/v2/search?q=${encodeURIComponent(q)}&type=bead`))).results
    .map(({ title }) => title ?? '')
    .sort()
/** The number of searches that Meilisearch has received. */
const countSearches = (): number => meili.requestsTo('POST', '/multi-search').length

/** Waits until a search returns these titles, from Meilisearch or from the embedded index. */
async function expectResults(q: string, titles: string[], usesMeilisearch: boolean, timeoutMs = 6_000): Promise<void> {
  const runSearch = async () => {
    const before = countSearches()
    return { titles: await searchTitles(q), usesMeilisearch: countSearches() > before }
  }
  await expect.poll(runSearch, { timeout: timeoutMs, interval: 50 }).toEqual({ titles, usesMeilisearch })
}

const countDocuments = (title: string): number =>
  [...meili.indexes.get('strand')!.documents.values()].filter(({ shown }) => (shown as { title: string } | undefined)?.title === title)
    .length

describe('X1 search with Meilisearch', () => {
  it('X1 Meilisearch is filled → it answers searches; new content is found within a second', async () => {
    await expectResults('lovelace', [], true)
    await startBead(ada, { title: 'Analytical engines' })
    await expectResults('engines', ['Analytical engines'], true, 1_000)
    expect(meili.indexes.get('strand')!.documents.size).toBeGreaterThan(2)
  })

  it('X1 Meilisearch is indexing → the embedded index answers the author of new content, Meilisearch answers others', async () => {
    meili.held = true
    await startBead(ada, { title: 'Slow looms' })
    await expectResults('looms', ['Slow looms'], false, 1_000)
    const before = countSearches()
    await server.client().get('/api/v2/search?q=looms&type=bead')
    expect(countSearches()).toBeGreaterThan(before)
    meili.held = false
    await expectResults('looms', ['Slow looms'], true)
  })

  it.each([
    ['is down', () => meili.stop(), () => meili.start()],
    ['does not respond', async () => void (meili.behaviour = 'hang'), async () => void (meili.behaviour = 'normal')],
    ['rejects the key', async () => void (meili.key = 'another'), async () => void (meili.key = server.config.meili!.key!)],
  ])('X1 Meilisearch %s → the embedded index answers; Meilisearch catches up afterwards', async (problem, fail, recover) => {
    await fail()
    const title = `Engine that ${problem}`
    await startBead(ada, { title })
    await expectResults(problem, [title], false)
    await recover()
    await expectResults(problem, [title], true, 15_000)
    await server.services.search.catchUp()
    expect(countDocuments(title)).toBe(1)
  })

  it('X1 Meilisearch lost its index → it is rebuilt, and Meilisearch finds content that was saved since', async () => {
    meili.indexes.clear()
    const title = 'Engine that lost its index'
    await startBead(ada, { title })
    await expectResults('lost its index', [title], true)
    await server.services.search.catchUp()
    expect(countDocuments(title)).toBe(1)
  })

  it('X5 a rebuild → both indexes are rebuilt; Meilisearch is too old → one line with the reason', async () => {
    const rebuild = async () => {
      const lines: string[] = []
      const done = await rebuildSearch(
        server.config,
        (report) => void (report.outcome && lines.push(formatReport(report))),
        new AbortController().signal,
      )
      return { done, lines }
    }
    expect(await rebuild()).toEqual({
      done: true,
      lines: [expect.stringMatching(/^Meilisearch: \d+ documents in [\d.]+ s\.$/), expect.stringMatching(/^embedded: \d+ documents/)],
    })
    meili.version = '1.9.4'
    expect(await rebuild()).toEqual({
      done: false,
      lines: [
        'Meilisearch: cannot be rebuilt (Meilisearch 1.36 or newer is needed, this is 1.9.4); the existing index is unchanged.',
        expect.stringMatching(/^embedded: \d+ documents/),
      ],
    })
    meili.version = '1.50.0'
  })
})
