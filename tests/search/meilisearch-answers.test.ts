/** The fake Meilisearch answers like a real Meilisearch 1.50, whose answers are recorded in `../support/meilisearch-answers.json`. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { settings } from '#search/meilisearch/settings.ts'
import { startFakeMeilisearch } from '../support/meilisearch.ts'
import { Documents } from '../support/meilisearch-documents.ts'

interface Recorded {
  note?: string
  method: string
  path: string
  body?: unknown
  raw?: string
  status: number
  answer: unknown
}

const recorded = JSON.parse(readFileSync(new URL('../support/meilisearch-answers.json', import.meta.url), 'utf8')) as Recorded[]
const exactly = ['code', 'type', 'status', 'limit', 'offset']

/** The structure of an answer: names and types, for an array those of its first item, and the values that the adapter depends on. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  const entries = Object.entries(value).filter(([name]) => name !== 'next')
  return Object.fromEntries(
    entries.map(([name, each]) => [name, exactly.includes(name) && typeof each !== 'object' ? each : shapeOf(each)]),
  )
}

const fake = await startFakeMeilisearch()
afterAll(() => fake.stop())

/** The key that the recording created. */
let scoped = ''
let lastTask = 0

async function send({ note = '', method, path, body, raw, answer: theirs }: Recorded): Promise<{ status: number; answer: unknown }> {
  const isTask = /^\/tasks\/\d/.test(path) && !path.includes('99999')
  // Task numbers differ: the latest task of the recorded type stands for the recorded one.
  const task = fake.tasks.findLast(({ type }) => type === (theirs as { type: string }).type)?.uid ?? lastTask
  const key = note.startsWith('that key') ? scoped : note === 'a wrong key' ? 'wrong' : fake.key
  const response = await fetch(fake.url + (isTask ? `/tasks/${task}` : path), {
    method,
    headers: { 'content-type': 'application/json', ...(note === 'no key' ? {} : { authorization: `Bearer ${key}` }) },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? '' : JSON.parse(text) }
}

/** Creates the state that requests outside the recording had created. */
function prepare({ method, path, body }: Recorded): void {
  if (path === '/swap-indexes') {
    for (const uid of (body as [{ indexes: string[] }])[0].indexes.filter((each) => each === 'strand_test_0ff3c1e4b72f')) {
      fake.indexes.set(uid, { primaryKey: 'key', settings: { ...settings }, documents: new Documents(), createdAt: '', updatedAt: '' })
    }
  }
  const uid = /^\/indexes\/([^/]+)\/documents\/fetch/.exec(path)?.[1]
  const index = fake.indexes.get(uid ?? '')
  if (index) index.documents.set('state', { key: 'state', type: 'state', generation: 'g', position: 1, version: 1 })
  // The recording contains only the beginning of long lists in the settings.
  if (method === 'POST' && path === '/multi-search')
    for (const each of fake.indexes.values()) if (each.settings.filterableAttributes) Object.assign(each.settings, settings)
}

describe('the stub of Meilisearch', () => {
  it.each(
    recorded.map(
      (each) => [`${each.method} ${each.path.slice(0, 50)} ${each.status}${each.note ? ` (${each.note.trim()})` : ''}`, each] as const,
    ),
  )('X1 %s → the stub answers like the recorded Meilisearch', async (_name, each) => {
    prepare(each)
    const { status, answer } = await send(each)
    if ((answer as { taskUid?: number }).taskUid !== undefined) {
      lastTask = (answer as { taskUid: number }).taskUid
      await expect.poll(() => fake.tasks[lastTask]!.status).not.toBe('enqueued')
    }
    if (each.path === '/keys' && status === 201) scoped = (answer as { key: string }).key
    expect(status).toBe(each.status)
    expect(shapeOf(answer)).toEqual(shapeOf(each.answer))
  })
})
