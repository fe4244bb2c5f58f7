/**
 * The relevance of search: judged queries through the real API over the demo data. The measure is the mean reciprocal rank of the first
 * expected result; one that is not on the first page counts as 0.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page, Post } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { tagKey } from '#contract/index.ts'
import { judged, unanswered, type Judged, type Expected } from '../search/relevance-queries.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Just below the measured values: a worse ranking fails, a better one should raise them. */
const floors: Readonly<Record<keyof typeof judged | 'all', number>> = {
  exact: 0.99,
  prefix: 0.99,
  typo: 0.97,
  accent: 0.99,
  words: 0.99,
  common: 0.87,
  order: 0.99,
  tag: 0.99,
  hash: 0.99,
  member: 0.99,
  at: 0.99,
  playlist: 0.99,
  artist: 0.99,
  description: 0.99,
  all: 0.98,
}
/** Results per page (specification). */
const looked = 15

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seed: (db) => seedDemoWorld(db, new Date('2026-03-01T12:00:00Z')) })
  await server.services.search.catchUp()
})
afterAll(() => server.close())

function is(item: SearchItem, expected: Expected): boolean {
  if ('bead' in expected) return item.type === 'bead' && item.title === expected.bead
  if ('member' in expected) return item.type === 'member' && item.id === expected.member
  if ('tag' in expected) return item.type === 'tag' && item.id === expected.tag
  if (item.type !== 'post') return false
  if ('post' in expected) return item.title === expected.post
  if ('artist' in expected) return (item.entry as Post).media?.artist === expected.artist
  return (item.entry as Post).tags.some((one) => tagKey(one) === expected.tagged)
}

/** The rank of the first expected result, from 1; 0 if the first page has none. */
async function placeOf({ q, type = 'all', typing, expected }: Judged): Promise<number> {
  const query = new URLSearchParams({ q, type, limit: String(looked), materialize: '1', ...(typing && { autocomplete: '1' }) })
  const { body, status } = await server.client().get<Page<SearchItem>>(`/api/v2/search?${query}`)
  expect(status).toBe(200)
  return body.results.findIndex((item) => expected.some((one) => is(item, one))) + 1
}

const places: Record<string, number[]> = {}
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0) / numbers.length

describe.each(Object.entries(judged))('X1 X5 %s', (name, queries) => {
  it.each(queries.map((query) => [`${query.q}${query.typing ? '…' : ''}${query.type ? ` (${query.type})` : ''}`, query] as const))(
    '%s finds the expected result',
    async (_what, query) => {
      const place = await placeOf(query)
      ;(places[name] ??= []).push(place)
      expect(place, JSON.stringify(query.expected)).toBeGreaterThan(0)
    },
  )

  it('mean reciprocal rank', () => {
    expect(mean(places[name]!), name).toBeGreaterThanOrEqual(floors[name]!)
  })
})

it.fails.each(unanswered.map((query) => [query.q, query] as const))(
  'X1 %s is a known miss; move it to the others when it is found',
  async (_what, query) => {
    expect(await placeOf(query)).toBeGreaterThan(0)
  },
)

it('X1 X5 mean reciprocal rank of all queries', () => {
  const all = Object.values(places).flat()
  const lines = Object.entries(places).map(
    ([name, some]) =>
      `  ${name.padEnd(12)} ${mean(some).toFixed(3)}  (${some.filter((place) => place === 1).length} of ${some.length} first)`,
  )
  console.info(`mean reciprocal rank\n${lines.join('\n')}\n  ${'all'.padEnd(12)} ${mean(all).toFixed(3)}  (${all.length} queries)`)
  expect(all.length).toBeGreaterThanOrEqual(120)
  expect(mean(all)).toBeGreaterThanOrEqual(floors.all!)
})
