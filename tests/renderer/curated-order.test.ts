/** BY5: cached lists in curated order, while posts are moved. */
import { configureStore } from '@reduxjs/toolkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '#data/api.ts'
import { beadPageApi } from '#data/beadPage.ts'
import type { Target } from '#data/reorder.ts'
import type { Post } from '#contract/schemas.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const queries = {
  all: { query: { bead: 'b1', sort: 'curated' } },
  tagged: { query: { bead: 'b1', sort: 'curated', tag: 'jazz' } },
} as const
type List = keyof typeof queries

const tagged = ['p1', 'p3', 'p4']

afterEach(() => void vi.unstubAllGlobals())

/**
 * A page with both lists. `settleMove(n)` lets the server execute or refuse the nth move; `reads[n]` delivers the nth answer for a held
 * list, which the server has read at once.
 */
async function shown() {
  let order = ['p1', 'p2', 'p3', 'p4']
  const moves: ((refused?: 'refused') => void)[] = []
  const reads: (() => void)[] = []
  const requests: List[] = []
  let isHeld = false
  const readList = (list: List) => {
    requests.push(list)
    const ids = list === 'all' ? order : order.filter((id) => tagged.includes(id))
    const answer = json({ results: ids.map((id) => ({ id })), next: null, counts: { total: ids.length } })
    return isHeld ? new Promise<Response>((resolve) => reads.push(() => resolve(answer))) : Promise.resolve(answer)
  }
  const move = (post: string, { after }: { after: string | null }) =>
    new Promise<Response>((resolve) =>
      moves.push((refused) => {
        if (refused) return resolve(json({ code: 'internal', message: 'No.', requestId: 'r' }, 500))
        order = order.filter((id) => id !== post)
        order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, post)
        resolve(json({ sort: 'curated' }))
      }),
    )
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    const moved = /\/posts\/(\w+)\/move$/.exec(url)?.[1]
    return moved === undefined ? readList(url.includes('tag=') ? 'tagged' : 'all') : move(moved, JSON.parse(body as string))
  })
  const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) })
  const lists = Object.values(queries).map((input) => store.dispatch(api.endpoints.posts.initiate(input)))
  await Promise.all(lists)
  requests.length = 0
  const ids = (list: List) =>
    api.endpoints.posts
      .select(queries[list])(store.getState())
      .data!.pages.flatMap(({ results }) => results.map(({ id }) => id))
      .join(' ')
  return {
    ids,
    requests,
    reads,
    /** Holds the answers of lists from now on. */
    hold: () => (isHeld = true),
    move: (id: string, to: Target, back: Target) =>
      store.dispatch(beadPageApi.endpoints.movePost.initiate({ bead: 'b1', post: { id } as Post, to, back })),
    settleMove: async (n: number, refused?: 'refused') => {
      await vi.waitFor(() => expect(moves.length).toBeGreaterThan(n))
      moves[n]!(refused)
    },
  }
}

describe('BY5 moving posts', () => {
  it('BY5 a move changes the list without filters before the answer; a list with a filter is requested after it', async () => {
    const { ids, requests, move, settleMove } = await shown()
    const moved = move('p4', { after: null }, { after: 'p3' })
    expect(ids('all')).toBe('p4 p1 p2 p3')
    await settleMove(0)
    await moved
    await vi.waitFor(() => expect(ids('tagged')).toBe('p4 p1 p3'))
    expect(requests).toEqual(['tagged'])
    expect(ids('all')).toBe('p4 p1 p2 p3')
  })

  it('BY5 a second move while the list with a filter is requested → it is requested again', async () => {
    const { ids, requests, reads, hold, move, settleMove } = await shown()
    hold()
    const first = move('p4', { after: null }, { after: 'p3' })
    await settleMove(0)
    await first
    const second = move('p3', { after: null }, { after: 'p2' })
    await settleMove(1)
    await second
    reads[0]!()
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    reads[1]!()
    await vi.waitFor(() => expect(ids('tagged')).toBe('p3 p4 p1'))
    expect(requests).toEqual(['tagged', 'tagged'])
  })

  it('BY5 a refused move → the previous order, without a request', async () => {
    const { ids, requests, move, settleMove } = await shown()
    const moved = move('p4', { after: null }, { after: 'p3' })
    await settleMove(0, 'refused')
    await moved
    expect(ids('all')).toBe('p1 p2 p3 p4')
    expect(requests).toEqual([])
  })

  it.each([
    ['after the later one is done', [1, 0]],
    ['before the later one is done', [0, 1]],
  ])('BY5 a move that is refused %s → the order of the later move', async (_, order) => {
    const { ids, move, settleMove } = await shown()
    const moved = [move('p4', { after: null }, { after: 'p3' }), move('p4', { after: 'p1' }, { after: null })]
    expect(ids('all')).toBe('p1 p4 p2 p3')
    for (const n of order) {
      await settleMove(n, n === 0 ? 'refused' : undefined)
      await moved[n]
      expect(ids('all')).toBe('p1 p4 p2 p3')
    }
    await vi.waitFor(() => expect(ids('tagged')).toBe('p1 p4 p3'))
    expect(ids('all')).toBe('p1 p4 p2 p3')
  })

  it('BY5 two refused moves of a post → the order before both', async () => {
    const { ids, move, settleMove } = await shown()
    const moved = [move('p4', { after: null }, { after: 'p3' }), move('p4', { after: 'p1' }, { after: null })]
    for (const n of [0, 1]) await settleMove(n, 'refused')
    await Promise.all(moved)
    await vi.waitFor(() => expect(ids('all')).toBe('p1 p2 p3 p4'))
  })
})
