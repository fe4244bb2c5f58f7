import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncLists } from '#data/listSyncMiddleware.ts'
import { api } from '#data/api.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { dropStaleAnswers } from '#data/preload.ts'
import { purgeDeleted } from '#data/purge.ts'
import { commentsApi } from '#data/comments.ts'
import { syncDeletion } from '../../renderer/app/syncDeletion.ts'
import { player } from '#player/index.ts'
import { readDraft, writeDraft } from '#data/drafts.ts'
import type { Post } from '#contract/schemas.ts'

const post = (id: string, bead: string) =>
  ({
    id,
    title: id,
    tags: [],
    bead: { id: bead, category: 'music' },
    creator: { uid: 'ada' },
    media: { image: `/images/${id}.jpg`, media: [] },
  }) as unknown as Post
const page = (results: object[]) => ({ pages: [{ results, next: null, counts: { total: results.length } }], pageParams: [null] })

const area = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const dropped: string[] = []

beforeEach(() => {
  dropped.length = 0
  vi.stubGlobal('localStorage', area())
  vi.stubGlobal('sessionStorage', area())
  vi.stubGlobal('caches', { open: async () => ({ delete: async (address: string) => dropped.push(address) }) })
})
afterEach(() => void vi.unstubAllGlobals())

/** Each test uses its own ids, because deletions are remembered for the lifetime of the tab. */
function cache(posts: Post[], bead: string) {
  const fetched = vi.fn((_address: string, _options: { method: string }) =>
    Promise.resolve(new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } })),
  )
  vi.stubGlobal('fetch', fetched)
  const store = configureStore({
    reducer: { api: api.reducer, dialogs: dialogsReducer, player: () => ({ queue: { items: [{ bead: { id: 'b61' }, postId: 'p61' }] } }) },
    middleware: (defaults) => defaults().concat(api.middleware, syncLists),
  })
  store.dispatch(
    api.util.upsertQueryEntries([
      { endpointName: 'me', arg: undefined, value: { uid: 'ada', name: 'Ada' } },
      { endpointName: 'bead', arg: { params: { id: bead } }, value: { id: bead, image: `/beads/${bead}.jpg` } },
      { endpointName: 'posts', arg: { query: { sort: 'recent' } }, value: page(posts) },
      ...posts.flatMap((one) => [
        { endpointName: 'post', arg: { params: { id: one.id } }, value: one },
        { endpointName: 'postInBead', arg: { params: { bead: one.bead.id, id: one.id } }, value: one },
        { endpointName: 'comments', arg: { params: { id: one.id } }, value: { results: [], next: null, counts: { total: 0 } } },
      ]),
    ] as never),
  )
  const keys = () => Object.keys(store.getState().api.queries).filter((key) => !/^(me|posts)\(/.test(key))
  return { store, fetched, keys }
}

describe('D10 deletions', () => {
  it('D10 a deleted post: its cached answers, drafts and picture are removed; those of another post stay', async () => {
    const { store, fetched, keys } = cache([post('p11', 'b11'), post('p12', 'b11')], 'b11')
    for (const name of ['post:p11', 'comment:p11', 'repost:p11', 'comment:p12']) writeDraft('ada', name, 'x')

    await store.dispatch(api.endpoints.deletePost.initiate({ params: { id: 'p11' } }))
    await vi.waitFor(() => expect(dropped).toEqual(['/images/p11.jpg']))
    purgeDeleted(store as never)

    expect(keys().filter((key) => key.includes('p11'))).toEqual([])
    expect(keys().filter((key) => key.includes('p12'))).toHaveLength(3)
    expect(['post:p11', 'comment:p11', 'repost:p11', 'comment:p12'].map((name) => readDraft('ada', name))).toEqual([null, null, null, 'x'])
    // A later query for the deleted post fails with 404 without a request.
    fetched.mockClear()
    const { error } = await store.dispatch(api.endpoints.postInBead.initiate({ params: { bead: 'b11', id: 'p11' } }))
    expect([error, fetched.mock.calls]).toEqual([expect.objectContaining({ status: 404 }), []])
  })

  it('D10 data inlined in a restored document: answers that hold the deleted post are dropped, others are used', async () => {
    const { store } = cache([post('p21', 'b21')], 'b21')
    await store.dispatch(api.endpoints.deletePost.initiate({ params: { id: 'p21' } }))
    await vi.waitFor(() => expect(dropped).toHaveLength(1))
    const answers = [
      { key: 'GET /api/v0/me', answer: null },
      { key: 'GET /api/v0/posts/:id', input: { params: { id: 'p21' } }, answer: post('p21', 'b21') },
      { key: 'GET /api/v0/posts', input: {}, answer: { results: [post('p21', 'b21')] } },
      { key: 'GET /api/v0/beads/:id', input: { params: { id: 'b21' } }, answer: { id: 'b21' } },
    ] as const
    expect(dropStaleAnswers([...answers], { type: 'back_forward', transferSize: 0 }).map(({ key }) => key)).toEqual([
      'GET /api/v0/me',
      'GET /api/v0/beads/:id',
    ])
  })

  it('B12 a deleted playlist: it and its posts are removed from the cache and from lists', async () => {
    const { store, keys } = cache([post('p31', 'b31'), post('p32', 'b32')], 'b31')
    writeDraft('ada', 'bead:b31', 'x')
    await store.dispatch(api.endpoints.deleteBead.initiate({ params: { id: 'b31' } }))
    await vi.waitFor(() => expect(dropped.toSorted()).toEqual(['/beads/b31.jpg', '/images/p31.jpg']))
    purgeDeleted(store as never)

    expect(keys().filter((key) => /b31|p31/.test(key))).toEqual([])
    const listed = api.endpoints.posts
      .select({ query: { sort: 'recent' } })(store.getState())
      .data!.pages.flatMap(({ results }) => results)
    expect([listed.map(({ id }) => id), readDraft('ada', 'bead:b31')]).toEqual([['p32'], null])
  })

  it('D10 a post deleted in another tab leaves lists and unused answers at once, answers in use after unsubscribing', async () => {
    const { store, fetched, keys } = cache([post('p51', 'b51'), post('p52', 'b51')], 'b51')
    const { unsubscribe } = store.dispatch(api.endpoints.post.initiate({ params: { id: 'p51' } }))
    syncDeletion(store as never, { kind: 'post', id: 'p51' })
    expect(keys().filter((key) => key.includes('p51'))).toEqual([expect.stringMatching(/^post\(/)])
    const listed = api.endpoints.posts
      .select({ query: { sort: 'recent' } })(store.getState())
      .data!.pages.flatMap(({ results }) => results)
    expect(listed.map(({ id }) => id)).toEqual(['p52'])
    unsubscribe()
    purgeDeleted(store as never)
    expect(keys().filter((key) => key.includes('p51'))).toEqual([])
    fetched.mockClear()
    const { error } = await store.dispatch(api.endpoints.post.initiate({ params: { id: 'p51' } }))
    expect([error, fetched.mock.calls]).toEqual([expect.objectContaining({ status: 404 }), []])
  })

  it('B12 a playlist deleted in another tab: it and its posts are removed from cache, lists and queue', async () => {
    const { store, keys } = cache([post('p61', 'b61'), post('p62', 'b62')], 'b61')
    const dispatched = vi.spyOn(store, 'dispatch')
    syncDeletion(store as never, { kind: 'bead', id: 'b61' })
    expect(keys().filter((key) => /b61|p61/.test(key))).toEqual([])
    expect(dispatched.mock.calls.map(([action]) => action)).toContainEqual(player.dropPost('p61'))
  })

  it('D10 B12 a deletion is sent to the other tabs of the browser', async () => {
    const { store } = cache([post('p71', 'b71')], 'b71')
    const received: unknown[] = []
    const other = new BroadcastChannel('strand-deletions')
    other.addEventListener('message', ({ data }) => received.push(data))
    try {
      await store.dispatch(api.endpoints.deletePost.initiate({ params: { id: 'p71' } }))
      await store.dispatch(api.endpoints.deleteBead.initiate({ params: { id: 'b71' } }))
      await vi.waitFor(() =>
        expect(received).toEqual([
          { kind: 'post', id: 'p71' },
          { kind: 'bead', id: 'b71' },
        ]),
      )
    } finally {
      other.close()
    }
  })

  it('G2 a deleted comment: the draft of its edit form is removed', async () => {
    const { store } = cache([post('p41', 'b41')], 'b41')
    writeDraft('ada', 'comment:c41', 'x')
    await store.dispatch(commentsApi.endpoints.deleteComment.initiate({ id: 'c41', postId: 'p41', creator: { uid: 'ada' } } as never))
    await vi.waitFor(() => expect(readDraft('ada', 'comment:c41')).toBeNull())
  })
})
