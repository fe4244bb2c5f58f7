import { configureStore } from '@reduxjs/toolkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '#data/api.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { feedApi } from '#data/feed.ts'
import { syncAddedPost, belongs, syncCollectedPost, syncDeletedPost, syncEditedPost, insert, positionOf, remove } from '#data/listSync.ts'
import type { Post } from '#contract/schemas.ts'

const post = (id: string, more: object = {}): Post =>
  ({
    id,
    title: id,
    tags: ['Slow Jazz'],
    bead: { id: 'b1', category: 'music' },
    creator: { uid: 'ada' },
    media: null,
    ...more,
  }) as unknown as Post
const list = (pages: string[][], next: number | null = 4) => ({
  pages: pages.map((ids, n) => ({
    results: ids.map((id) => post(id)),
    next: n === pages.length - 1 ? next : (n + 1) * 2,
    counts: { total: 9 },
  })),
  pageParams: pages.map((_, n) => (n === 0 ? null : n * 2)),
})
const ids = (of: { pages: { results: Post[] }[] }) => of.pages.map(({ results }) => results.map(({ id }) => id))
const next = (of: { pages: { next: number | null }[] }) => of.pages.at(-1)!.next

afterEach(() => void vi.unstubAllGlobals())

describe('N5 N6 the posts of a list', () => {
  it.each([
    [{}, true],
    [{ bead: 'b1' }, true],
    [{ bead: 'b0,b1' }, true],
    [{ bead: 'b2' }, false],
    [{ createdby: 'ada' }, true],
    [{ createdby: 'ben' }, false],
    [{ category: 'music,film' }, true],
    [{ category: 'film' }, false],
    [{ category: 'film,all' }, true],
    [{ tag: 'slowjazz' }, true],
    [{ tag: 'SlowJazz,Piano' }, true],
    [{ tag: 'Piano' }, false],
    [{ bead: 'b1', tag: 'Piano' }, false],
    [{ hasmedia: '1' }, false],
    [{ q: 'p' }, null],
    [{ bead: 'b2', q: 'p' }, false],
    [{ bead: 'b1', featured: '1' }, null],
  ] as const)('N6 a post and a list with the query %j → belongs: %s', (query, fits) => {
    expect(belongs(post('p1'), query as never)).toBe(fits)
  })

  it.each([
    [{}, 'first'],
    [{ sort: 'recent' }, 'first'],
    [{ earliest: '1' }, 'last'],
    [{ sort: 'top' }, 'none'],
    [{ shuffle: '1' }, 'none'],
    [{ sort: 'curated' }, 'unknown'],
  ] as const)('N5 a new post in a list with the query %j → position: %s', (query, place) => expect(positionOf(query as never)).toBe(place))
})

describe('N5 the next offset of a changed list', () => {
  it('N5 inserting a post at the start raises the next offset; inserting the same post again does not', () => {
    const posts = list([
      ['p1', 'p2'],
      ['p3', 'p4'],
    ])
    insert(posts, post('p0'), 'first', 0)
    insert(posts, post('p0'), 'first', 0)
    expect([ids(posts), next(posts), posts.pages[0]!.counts.total]).toEqual([
      [
        ['p0', 'p1', 'p2'],
        ['p3', 'p4'],
      ],
      5,
      10,
    ])
  })
  it('N5 inserting a post before a list with a start offset raises the next offset without showing the post', () => {
    const posts = list([['p1', 'p2']], 17)
    insert(posts, post('p0'), 'first', 15)
    expect([ids(posts), next(posts)]).toEqual([[['p1', 'p2']], 18])
  })
  it('N5 inserting a post at the end adds it only if the last page is loaded', () => {
    const [open, whole] = [list([['p1']], 1), list([['p1']], null)]
    for (const posts of [open, whole]) insert(posts, post('p9'), 'last', 0)
    expect([ids(open), next(open), ids(whole), next(whole)]).toEqual([[['p1']], 1, [['p1', 'p9']], null])
  })
  it('N5 removing a post lowers the next offset of its page and of later pages', () => {
    const posts = list([
      ['p1', 'p2'],
      ['p3', 'p4'],
    ])
    expect(remove(posts, ({ id }) => id === 'p1')).toBe(true)
    expect([ids(posts), posts.pages.map((page) => page.next), posts.pages[0]!.counts.total]).toEqual([[['p2'], ['p3', 'p4']], [1, 3], 8])
  })
  it('N5 an emptied later page is removed; remove() returns false if no loaded item is left but the list has more', () => {
    const posts = list([['p1', 'p2'], ['p3']])
    remove(posts, ({ id }) => id === 'p3')
    expect([ids(posts), posts.pageParams, next(posts)]).toEqual([[['p1', 'p2']], [null], 3])
    expect(remove(list([['p1']], 1), ({ id }) => id === 'p1')).toBe(false)
    expect(remove(list([['p1']], null), ({ id }) => id === 'p1')).toBe(true)
  })
})

describe('N5 cached lists', () => {
  const answer = (posts: Post[], following: number | null = null) => ({ results: posts, next: following, counts: { total: posts.length } })
  const queries = {
    recent: { query: { bead: 'b1', sort: 'recent' } },
    earliest: { query: { bead: 'b1', sort: 'earliest' } },
    other: { query: { bead: 'b2' } },
    mine: { query: { collectedby: 'self' } },
    theirs: { query: { collectedby: 'ben' } },
  } as const

  function cache() {
    const fetched = vi.fn(() => Promise.resolve(new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } })))
    vi.stubGlobal('fetch', fetched)
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    store.dispatch(
      api.util.upsertQueryEntries(
        Object.values(queries).map((arg) => ({
          endpointName: 'posts',
          arg,
          value: { pages: [answer([post('p1')])], pageParams: [null] },
        })) as never,
      ),
    )
    const shown = () =>
      Object.fromEntries(
        Object.entries(queries).map(([name, arg]) => [
          name,
          api.endpoints.posts
            .select(arg)(store.getState())
            .data!.pages.flatMap(({ results }) => results.map(({ id }) => id)),
        ]),
      )
    const watched = () => ({ dispatch: store.dispatch as never, state: store.getState() as never })
    return { shown, watched, fetched, dispatch: store.dispatch, state: store.getState }
  }

  it('N5 a new post is inserted into the lists that it matches, and into no collection', () => {
    const { shown, watched, fetched } = cache()
    syncAddedPost(watched(), post('p2'))
    expect(shown()).toEqual({ recent: ['p2', 'p1'], earliest: ['p1', 'p2'], other: ['p1'], mine: ['p1'], theirs: ['p1'] })
    expect(fetched).not.toHaveBeenCalled()
  })
  it('N5 a deleted post is removed from every list', () => {
    const { shown, watched } = cache()
    syncDeletedPost(watched(), 'p1')
    expect(new Set(Object.values(shown()).flat())).toEqual(new Set())
  })
  it('N5 a collected post is inserted at the top of the own collection; an uncollected one is removed from it only', () => {
    const { shown, watched, fetched } = cache()
    syncAddedPost(watched(), post('p2'))
    syncCollectedPost(watched(), { uid: 'ada', id: 'p2', on: true })
    expect(shown()).toMatchObject({ mine: ['p2', 'p1'], theirs: ['p1'] })
    syncCollectedPost(watched(), { uid: 'ada', id: 'p1', on: false })
    expect(shown()).toMatchObject({ mine: ['p2'], theirs: ['p1'], recent: ['p2', 'p1'] })
    expect(fetched).not.toHaveBeenCalled()
  })
  it('N5 adding, collecting, uncollecting, editing and deleting a post updates the feeds without a request', () => {
    const { watched, dispatch, state, fetched } = cache()
    const feeds = {
      feed: { query: { comments: 3 } },
      films: { query: { comments: 3, category: 'film' } },
      mine: { params: { uid: 'ada' }, query: { comments: 3 } },
      theirs: { params: { uid: 'ben' }, query: { comments: 3 } },
    } as const
    const item = (of: Post, reason: string) => ({
      id: of.id,
      type: 'post',
      reason,
      because: [],
      post: of,
      preview: 'As it was',
      collectors: [],
      comments: [],
      timestamp: '',
      state: { timestamp: '' },
    })
    const entry = (endpointName: string, arg: object) => ({
      endpointName,
      arg,
      value: { pages: [{ ...answer([], 10), results: [item(post('p1'), 'newpost')] }], pageParams: [null] },
    })
    dispatch(
      feedApi.util.upsertQueryEntries([
        entry('feed', feeds.feed),
        entry('feed', feeds.films),
        entry('activity', feeds.mine),
        entry('activity', feeds.theirs),
        { endpointName: 'me', arg: undefined, value: { uid: 'ada', name: 'Ada' } },
      ] as never),
    )
    const of = (name: 'feed' | 'activity', arg: object) => feedApi.endpoints[name].select(arg as never)(state()).data!.pages
    const shown = () =>
      [of('feed', feeds.feed), of('feed', feeds.films), of('activity', feeds.mine), of('activity', feeds.theirs)].map((pages) =>
        pages.flatMap(({ results }) => results.map(({ id, reason }) => `${reason} ${id}`)).join(),
      )

    syncAddedPost(watched(), post('p2'))
    expect(shown()).toEqual(['newpost p2,newpost p1', 'newpost p1', 'newpost p2,newpost p1', 'newpost p1'])
    expect(of('feed', feeds.feed).at(-1)!.next, 'what comes next moves along').toBe(11)

    syncAddedPost(watched(), post('p3', { creator: { uid: 'ben' } }))
    syncCollectedPost(watched(), { uid: 'ada', id: 'p3', on: true })
    expect(shown()[2]).toBe('collect p3,newpost p2,newpost p1')
    syncCollectedPost(watched(), { uid: 'ada', id: 'p3', on: false })
    expect(shown()[2]).toBe('newpost p2,newpost p1')

    syncEditedPost(watched(), post('p1', { title: 'Another headline' }))
    const [first] = of('feed', feeds.feed)
      .flatMap(({ results }) => results)
      .filter(({ id }) => id === 'p1')
    expect([first!.post!.title, first!.preview]).toEqual(['Another headline', undefined])

    syncDeletedPost(watched(), 'p2')
    expect(shown()).toEqual(['newpost p3,newpost p1', 'newpost p1', 'newpost p1', 'newpost p3,newpost p1'])
    expect(of('feed', feeds.feed).at(-1)!.next).toBe(11)
    expect(fetched).not.toHaveBeenCalled()
  })
  it('N5 an empty page ends a list, even with a next offset', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer([], 15)), { headers: { 'content-type': 'application/json' } }))),
    )
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    const { hasNextPage } = await store.dispatch(api.endpoints.posts.initiate({ query: { bead: 'b9' } }))
    expect(hasNextPage).toBe(false)
  })
})
