import { onTestFinished } from 'vitest'
import type { Limits } from '../../search/meilisearch/client.ts'
import { openMeilisearch } from '../../search/meilisearch/index.ts'
import type { SearchDocument, SearchIndex, SearchQuery } from '../../search/port.ts'
import { startFakeMeilisearch, type FakeMeilisearch } from '../support/meilisearch.ts'

export const documentOf = (type: SearchDocument['type'], id: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  type, id, title: id, names: [], tags: [], description: '', category: null, creator: null, bead: null, readers: null,
  writers: type === 'bead' ? null : [], popularity: 0, ...more,
})

export const queryOf = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text, types: ['tag', 'bead', 'member', 'post'], reader: null, unfinished: false, from: 0, limit: 20, ...more,
})

export interface Line {
  level: 'info' | 'warn' | 'error'
  text: string
}

/** A log that can be read. */
export function createLines() {
  const lines: Line[] = []
  const write = (level: Line['level']) => (...said: unknown[]) => void lines.push({ level, text: String(said.at(-1)) })
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  return { lines, log: log as unknown as Parameters<typeof openMeilisearch>[0]['log'], of: (level: Line['level']) => lines.filter((line) => line.level === level).map(({ text }) => text) }
}

export interface Setting extends ReturnType<typeof createLines> {
  server: FakeMeilisearch
  index: SearchIndex
}

/** Generous where a test does not wait for it. */
const limits: Limits = { searchMs: 2_000, requestMs: 2_000, writeMs: 2_000, buildMs: 2_000 }

export async function setUp({ key, limits: given, now }: { key?: string | null; limits?: Partial<Limits>; now?: () => number } = {}): Promise<Setting> {
  const server = await startFakeMeilisearch()
  const lines = createLines()
  const index = await openMeilisearch({ url: server.url, key: key === undefined ? server.key : key, log: lines.log, limits: { ...limits, ...given }, now })
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

export const found = async (index: SearchIndex, query: SearchQuery): Promise<string[]> => (await index.search(query)).hits.map(({ type, id }) => `${type} ${id}`)
