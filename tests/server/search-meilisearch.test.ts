/** A server that has Meilisearch: it answers, the embedded index stands in while it is away, and it catches up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { describe as inWords, rebuildSearch } from '../../server/rebuild.ts'
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

const found = async (q: string): Promise<string[]> =>
  (await ok(ada.get<Page<SearchItem>>(`/api/v2/search?q=${encodeURIComponent(q)}&type=bead`))).results
    .map(({ title }) => title ?? '')
    .sort()
const searches = (): number => meili.sent('POST', '/multi-search').length

/** Waits for these titles, and checks whether Meilisearch answered. */
async function soon(q: string, titles: string[], isMeilisearch: boolean, withinMs = 6_000): Promise<void> {
  const look = async () => {
    const before = searches()
    return { titles: await found(q), isMeilisearch: searches() > before }
  }
  await expect.poll(look, { timeout: withinMs, interval: 50 }).toEqual({ titles, isMeilisearch })
}

describe('X1 a server with Meilisearch', () => {
  it('X1 searches go to Meilisearch once it is filled, and saved content is found within a second', async () => {
    await soon('lovelace', [], true)
    await startBead(ada, { title: 'Analytical engines' })
    await soon('engines', ['Analytical engines'], true, 1_000)
    expect(meili.indexes.get('strand')!.documents.size).toBeGreaterThan(2)
  })

  it('X1 a member finds own content at once while Meilisearch is indexing; others are answered by Meilisearch', async () => {
    meili.held = true
    await startBead(ada, { title: 'Slow looms' })
    await soon('looms', ['Slow looms'], false, 1_000)
    const before = searches()
    await server.client().get('/api/v2/search?q=looms&type=bead')
    expect(searches()).toBeGreaterThan(before)
    meili.held = false
    await soon('looms', ['Slow looms'], true)
  })

  it.each([
    ['is switched off', () => meili.stop(), () => meili.start()],
    ['says nothing', async () => void (meili.mood = 'hang'), async () => void (meili.mood = 'up')],
    ['does not take the key', async () => void (meili.key = 'another'), async () => void (meili.key = server.config.meili!.key!)],
    ['lost everything', async () => meili.indexes.clear(), async () => undefined],
  ])('X1 the built-in index answers while Meilisearch %s; Meilisearch catches up afterwards', async (how, away, back) => {
    await away()
    const title = `Engine that ${how}`
    await startBead(ada, { title })
    await soon(how, [title], how === 'lost everything')
    await back()
    await soon(how, [title], true, 15_000)
    await server.services.search.catchUp()
    expect(
      [...meili.indexes.get('strand')!.documents.values()].filter(({ shown }) => (shown as { title: string } | undefined)?.title === title),
    ).toHaveLength(1)
  })

  it('X5 a rebuild builds both indexes, and reports in one line why Meilisearch refuses', async () => {
    const rebuilt = async () => {
      const lines: string[] = []
      const done = await rebuildSearch(
        server.config,
        (report) => void (report.outcome && lines.push(inWords(report))),
        new AbortController().signal,
      )
      return { done, lines }
    }
    expect(await rebuilt()).toEqual({
      done: true,
      lines: [expect.stringMatching(/^Meilisearch: \d+ documents in [\d.]+ s\.$/), expect.stringMatching(/^embedded: \d+ documents/)],
    })
    meili.version = '1.9.4'
    expect(await rebuilt()).toEqual({
      done: false,
      lines: [
        'Meilisearch: it cannot be built (Meilisearch 1.36 or newer is needed, this is 1.9.4); the index is what it was.',
        expect.stringMatching(/^embedded: \d+ documents/),
      ],
    })
    meili.version = '1.50.0'
  })
})
