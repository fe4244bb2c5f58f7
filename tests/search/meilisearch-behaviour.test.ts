import { randomBytes } from 'node:crypto'
import { Meilisearch } from 'meilisearch'
import { afterAll, describe, it, vi } from 'vitest'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { startFakeMeilisearch } from '../support/meilisearch.ts'
import { behaviour } from './behaviour.ts'
import { createLines, database } from './meilisearch-kit.ts'

const { MEILI_URL: url, MEILI_KEY: key = null } = process.env
const { log } = createLines()
// A real Meilisearch takes longer, because it processes the tasks of each test asynchronously.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// The stub ranks as documented, so the suite tests how the adapter uses the answers.
const fake = await startFakeMeilisearch()
afterAll(() => fake.stop())
behaviour('Meilisearch, as a stub', () => openMeilisearch({ url: fake.url, key: fake.key, database, log }))

if (url === undefined || url === '') {
  const why = 'SKIPPED: set MEILI_URL to run the behaviour suite against a real Meilisearch'
  console.warn(why)
  describe('Meilisearch: guarantees of every index', () => it.skip(why, () => undefined))
} else {
  // With an index of its own, which is deleted afterwards, so that the index of a site on this server stays unchanged.
  const uid = `strand_test_${randomBytes(6).toString('hex')}`
  const client = new Meilisearch({ host: url, apiKey: key ?? undefined })
  afterAll(() => client.deleteIndex(uid).waitTask())
  behaviour('Meilisearch', () => openMeilisearch({ url, key, database, log, uid, limits: { searchMs: 10_000 } }))
}
