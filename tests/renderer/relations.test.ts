import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../renderer/app/api/api.ts'
import { dialogsReducer } from '../../renderer/app/api/dialogs.ts'
import { relationsApi } from '../../renderer/app/api/relations.ts'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refused = () => json({ code: 'read_only', message: 'Read-only', requestId: 'r' }, 503)
const granted = () => json({ collected: true, count: 1 })
const relation = { type: 1, entity: 'p1', collected: true, superfollow: false, reactions: { like: false }, creationDate: '2026-01-01T00:00:00.000Z' }

/** Calls that change something are answered when the test says so, in whatever order. */
let answers: ((response: Response) => void)[] = []
let held: unknown[] = []
beforeEach(() => {
  answers = []
  vi.stubGlobal('fetch', vi.fn((url: string) => (url.includes('relations')
    ? Promise.resolve(json({ data: held }))
    : new Promise<Response>((resolve) => answers.push(resolve)))))
})
afterEach(() => void vi.unstubAllGlobals())

async function shown(collected: boolean) {
  held = collected ? [relation] : []
  const store = configureStore({ reducer: { api: api.reducer, dialogs: dialogsReducer }, middleware: (defaults) => defaults().concat(api.middleware) })
  const input = { params: { uid: 'ada' }, query: { entities: 'p1' } }
  await store.dispatch(relationsApi.endpoints.relations.initiate(input))
  return {
    is: () => relationsApi.endpoints.relations.select(input)(store.getState()).data!.data.map(({ entity }) => entity),
    wish: (on: boolean) => store.dispatch(relationsApi.endpoints.collect.initiate({ id: 'p1', uid: 'ada', on })),
  }
}

describe('V3 a toggle acts at once and is taken back where it is refused', () => {
  it('V3 shows before the answer, and what was before after a refusal', async () => {
    const { is, wish } = await shown(false)
    const wished = wish(true)
    expect(is()).toEqual(['p1'])
    answers[0]!(refused())
    await wished
    expect(is()).toEqual([])
  })

  it('V3 the answer to an earlier wish does not show over a later one', async () => {
    const { is, wish } = await shown(false)
    const [first, second] = [wish(true), wish(false)]
    answers[0]!(granted())
    await first
    expect(is()).toEqual([])
    answers[1]!(json({ collected: false, count: 0 }))
    await second
    expect(is()).toEqual([])
  })

  it.each([
    ['both', [refused, refused], true],
    ['the first', [refused, granted], true],
    ['the second', [granted, refused], false],
  ] as const)('V3 taken out and put back at once, %s refused: once or not at all, as the server has it', async (_, [first, second], on) => {
    const { is, wish } = await shown(true)
    const wished = [wish(false), wish(true)]
    answers[0]!(first())
    await wished[0]
    answers[1]!(second())
    await wished[1]
    expect(is()).toEqual(on ? ['p1'] : [])
  })
})
