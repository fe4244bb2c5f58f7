import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { Limits } from '#search/meilisearch/client.ts'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import type { SearchDocument, SearchIndex, SearchQuery } from '#search/port.ts'
import { startFakeMeilisearch, type FakeMeilisearch } from '../support/meilisearch.ts'

export interface Line {
  level: 'info' | 'warn' | 'error'
  text: string
}

/** A log whose lines a test can read. */
export function createLines() {
  const lines: Line[] = []
  const write =
    (level: Line['level']) =>
    (...entry: unknown[]) =>
      void lines.push({ level, text: String(entry.at(-1)) })
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  return {
    lines,
    log: log as unknown as Parameters<typeof openMeilisearch>[0]['log'],
    of: (level: Line['level']) => lines.filter((line) => line.level === level).map(({ text }) => text),
  }
}

export interface Setting extends ReturnType<typeof createLines> {
  server: FakeMeilisearch
  index: SearchIndex
}

/** Long, for tests that do not wait for a timeout. */
const limits: Limits = { searchMs: 2_000, requestMs: 2_000, writeMs: 2_000, buildMs: 2_000 }

/** Creates a key with the request in `search/README.md`. */
export async function createKey({ url, key }: FakeMeilisearch): Promise<string> {
  const readme = readFileSync(new URL('../../search/README.md', import.meta.url), 'utf8')
  const [, body = ''] = /\/keys".*?--data '([^']*)'/s.exec(readme) ?? []
  const response = await fetch(`${url}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { key: string }).key
}

/** Id of the database in the tests. */
export const database = async (): Promise<string> => 'database-of-the-test'

interface Given {
  key?: string | null
  /** Uses a key that is limited to the site's indexes (`createKey`). */
  limited?: boolean
  limits?: Partial<Limits>
  now?: () => number
}

export async function setUp({ key, limited = false, limits: given, now }: Given = {}): Promise<Setting> {
  const server = await startFakeMeilisearch()
  const lines = createLines()
  const apiKey = limited ? await createKey(server) : server.key
  const index = await openMeilisearch({
    url: server.url,
    database,
    key: key === undefined ? apiKey : key,
    log: lines.log,
    limits: { ...limits, ...given },
    now,
  })
  onTestFinished(async () => {
    await index.close()
    await server.stop()
  })
  return { server, index, ...lines }
}

export async function fill(index: SearchIndex, documents: readonly SearchDocument[], position = 1): Promise<void> {
  const building = await index.rebuild()
  await building.put(documents)
  await building.finish(position)
}

export const found = async (index: SearchIndex, query: SearchQuery): Promise<string[]> =>
  (await index.search(query)).hits.map(({ type, id }) => `${type} ${id}`)
