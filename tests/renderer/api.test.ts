import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#data/api.ts'
import { authOpened, dialogsReducer } from '#data/dialogs.ts'
import { failureTitle } from '#data/failures.ts'
import { preload, dropStaleAnswers, type PreloadedAnswer } from '#data/preload.ts'
import { playlistsApi } from '#data/playlists.ts'
import { endSession, sessionRules, setMe, watchSession } from '#data/session.ts'
import { feed } from '#host/queueFeed.ts'
import { reports } from '#host/reports.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const answer =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function newStore() {
  const store = configureStore({
    reducer: { api: api.reducer, dialogs: dialogsReducer },
    middleware: (defaults) => defaults().concat(api.middleware, sessionRules),
  })
  watchSession(store)
  return store
}

const page = (from: number, next: number | null) => ({ results: [{ id: `b${from}` }], next, counts: { total: 2 } })

describe('U9 the signed-in member', () => {
  it('U9 a 401 from the endpoint `me` → null as data, no login dialog', async () => {
    fetched.mockImplementation(answer({ message: 'Please sign in first.', code: 'unauthenticated', requestId: 'r' }, 401))
    const store = newStore()
    const result = await store.dispatch(api.endpoints.me.initiate())
    expect(result.data).toBeNull()
    expect(store.getState().dialogs.auth).toBeNull()
  })

  it('U9 a call refused with invalidSession opens the login dialog', async () => {
    fetched.mockImplementation(answer({ message: 'Ended', code: 'unauthenticated', invalidSession: true, requestId: 'r' }, 401))
    const store = newStore()
    await store.dispatch(api.endpoints.createBead.initiate({ body: { title: 'A', category: 'other' } }))
    expect(store.getState().dialogs.auth).toEqual({ mode: 'login', intent: null, ended: true })
  })

  it('U9 a 401 without invalidSession for a signed-in member opens the login dialog', async () => {
    fetched.mockImplementation(answer({ message: 'Please sign in first.', code: 'unauthenticated', requestId: 'r' }, 401))
    const store = newStore()
    setMe(store.dispatch, { uid: 'ada' } as never)
    await store.dispatch(api.endpoints.createBead.initiate({ body: { title: 'A', category: 'other' } }))
    expect(store.getState().dialogs.auth).toEqual({ mode: 'login', intent: null, ended: true })
  })

  it('U9 a player call refused with invalidSession opens the login dialog and signs the page out', async () => {
    fetched.mockImplementation(answer({ message: 'Ended', code: 'unauthenticated', invalidSession: true, requestId: 'r' }, 401))
    const requests = [() => feed.more({ list: { of: 'feed' } } as never, 0, 18), () => reports.report('p1')]
    for (const request of requests) {
      const store = newStore()
      setMe(store.dispatch, { uid: 'ada' } as never)
      await request().catch(() => undefined)
      expect(store.getState().dialogs.auth).toEqual({ mode: 'login', intent: null, ended: true })
      expect(api.endpoints.me.select()(store.getState()).data).toBeNull()
    }
  })

  describe('U9 a log-out on a slow connection', () => {
    const refusal = { message: 'Ended', code: 'unauthenticated', invalidSession: true, requestId: 'r' }
    /** The log-out waits for `settle`; every other call gets a 401. */
    function slowLogOut() {
      // The log-out deletes cookies through `document`.
      vi.stubGlobal('document', { cookie: '' })
      vi.stubGlobal('location', { protocol: 'http:' })
      const sent: string[] = []
      let settle = (_answer: Response): void => undefined
      fetched.mockImplementation(async (url) => {
        sent.push(String(url))
        return String(url) === '/logout'
          ? new Promise<Response>((resolve) => {
              settle = resolve
            })
          : answer(refusal, 401)()
      })
      return {
        sent,
        settle: (ok: boolean) =>
          settle(
            new Response(JSON.stringify(ok ? {} : refusal), { status: ok ? 200 : 503, headers: { 'content-type': 'application/json' } }),
          ),
      }
    }
    const logOut = (store: ReturnType<typeof newStore>) => endSession(() => store.dispatch(api.endpoints.logout.initiate()))

    it('U9 a call made during the log-out is not sent, fails with 401 and opens no login dialog', async () => {
      const { sent, settle } = slowLogOut()
      const store = newStore()
      setMe(store.dispatch, { uid: 'ada' } as never)
      const leaving = logOut(store)
      const held = store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }, { subscribe: false }))
      await vi.waitFor(() => expect(sent).toEqual(['/logout']))
      settle(true)
      expect((await leaving).error).toBeUndefined()
      setMe(store.dispatch, null)
      expect((await held).error).toMatchObject({ status: 401 })
      expect(sent).toEqual(['/logout'])
      expect(store.getState().dialogs.auth).toBeNull()
    })

    it('U9 a call sent before the log-out and refused after it opens no login dialog', async () => {
      const store = newStore()
      setMe(store.dispatch, { uid: 'ada' } as never)
      let late = (_answer: Response): void => undefined
      fetched.mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            late = resolve
          }),
      )
      const before = store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }, { subscribe: false }))
      const { settle } = slowLogOut()
      const leaving = logOut(store)
      await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
      settle(true)
      expect((await leaving).error).toBeUndefined()
      setMe(store.dispatch, null)
      late(await answer(refusal, 401)())
      await before
      expect(store.getState().dialogs.auth).toBeNull()
    })

    it('U9 a failed log-out → the calls held during it are sent', async () => {
      const { sent, settle } = slowLogOut()
      const store = newStore()
      setMe(store.dispatch, { uid: 'ada' } as never)
      const leaving = logOut(store)
      const held = store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }, { subscribe: false }))
      await vi.waitFor(() => expect(sent).toEqual(['/logout']))
      settle(false)
      await leaving
      await held
      expect(sent).toEqual(['/logout', '/api/v0/beads/b1'])
    })

    it("U9 a member's query that unmounts with the log-out is not refetched", async () => {
      fetched.mockImplementation(answer({ id: 'b1' }))
      const store = newStore()
      setMe(store.dispatch, { uid: 'ada' } as never)
      const shown = store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }))
      await shown
      fetched.mockClear()
      setMe(store.dispatch, null)
      // React also unsubscribes before the next task.
      queueMicrotask(() => shown.unsubscribe())
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(fetched).not.toHaveBeenCalled()
    })
  })

  it('U10 for a member, a sign-up prompt runs its intent at once instead of opening; a password reset still opens', () => {
    const store = newStore()
    setMe(store.dispatch, { uid: 'ada', privileges: {} } as never)
    store.dispatch(authOpened({ mode: 'signup', intent: { type: 'startbead' } }))
    expect(store.getState().dialogs).toMatchObject({ auth: null, creator: true })
    store.dispatch(authOpened({ mode: 'resetPassword', resetCode: 'key' }))
    expect(store.getState().dialogs.auth).toMatchObject({ mode: 'resetPassword' })
  })

  it('U9 an ended session does not replace an open sign-up form', async () => {
    fetched.mockImplementation(answer({ message: 'Ended', code: 'unauthenticated', invalidSession: true, requestId: 'r' }, 401))
    const store = newStore()
    store.dispatch(authOpened({ mode: 'signup', intent: { type: 'startbead' } }))
    await store.dispatch(api.endpoints.me.initiate())
    expect(store.getState().dialogs.auth).toEqual({ mode: 'signup', intent: { type: 'startbead' }, ended: false })
  })

  it('U9 signing in refetches the active queries of the page', async () => {
    fetched.mockImplementation(answer({ id: 'b1', can: { edit: false } }))
    const store = newStore()
    const shown = store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }))
    await shown
    fetched.mockImplementation(answer({ id: 'b1', can: { edit: true } }))
    setMe(store.dispatch, { uid: 'ada' } as never)
    await vi.waitFor(() =>
      expect(api.endpoints.bead.select({ params: { id: 'b1' } })(store.getState()).data).toMatchObject({ can: { edit: true } }),
    )
    expect(api.endpoints.me.select()(store.getState()).data).toEqual({ uid: 'ada' })
    shown.unsubscribe()
  })
})

describe('BY13 answers inlined in the document', () => {
  it('BY13 a query with an inlined answer sends no request, for any order and type of its parameters', async () => {
    const store = newStore()
    preload(store.dispatch, [
      { key: 'GET /api/v0/me', input: {}, answer: null },
      { key: 'GET /api/v0/beads/:id', input: { params: { id: 'b1' } }, answer: { id: 'b1' } },
      { key: 'GET /api/v0/beads', input: { query: { limit: '18', sort: 'top', from: 0 } }, answer: page(0, 18) },
      { key: 'GET /healthz', input: {}, answer: {} },
    ])
    expect((await store.dispatch(api.endpoints.me.initiate())).data).toBeNull()
    expect((await store.dispatch(api.endpoints.bead.initiate({ params: { id: 'b1' } }))).data).toEqual({ id: 'b1' })
    const list = await store.dispatch(api.endpoints.beads.initiate({ query: { sort: 'top', from: 0, limit: 18 } }))
    expect(list.data?.pages).toEqual([page(0, 18)])
    expect(fetched).not.toHaveBeenCalled()
  })

  it('F4 BY13 the inlined failure of a missing member answers the first call; the next call is sent to the server', async () => {
    const store = newStore()
    const input = { params: { uid: 'ada' } }
    const error = { status: 404, code: 'not_found', message: 'No such member', requestId: '' } as const
    preload(store.dispatch, [{ key: 'GET /api/v0/members/:uid', input, answer: null, error }])
    const first = await store.dispatch(api.endpoints.member.initiate(input))
    expect(first.error).toEqual(error)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockImplementation(answer({ uid: 'ada' }))
    expect((await store.dispatch(api.endpoints.member.initiate(input, { forceRefetch: true }))).data).toEqual({ uid: 'ada' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('BY13 a document restored from the browser cache → its inlined failures are dropped', () => {
    const answers: PreloadedAnswer[] = [
      { key: 'GET /api/v0/me', answer: null },
      { key: 'GET /api/v0/members/:uid', answer: null, error: { status: 404, code: 'not_found', message: '', requestId: '' } },
    ]
    expect(dropStaleAnswers(answers, { type: 'back_forward', transferSize: 0 }).map(({ key }) => key)).toEqual(['GET /api/v0/me'])
  })

  it.each<[string, string | null, { type: NavigationTimingType; transferSize: number }, boolean]>([
    ['a member’s document from the browser cache → only `site` is used', 'ada', { type: 'back_forward', transferSize: 0 }, false],
    ['a visitor’s document from the browser cache → all are used', null, { type: 'back_forward', transferSize: 0 }, true],
    ['a member’s document fetched again on Back → all are used', 'ada', { type: 'back_forward', transferSize: 300 }, true],
    ['a member’s document opened by a link → all are used', 'ada', { type: 'navigate', transferSize: 0 }, true],
  ])('U9 the inlined answers of %s', (_what, uid, navigation, believed) => {
    const answers: PreloadedAnswer[] = [
      { key: 'GET /api/v0/me', answer: uid && { uid } },
      { key: 'GET /api/v0/site', answer: {} },
      { key: 'GET /api/v0/beads', answer: page(0, 18) },
    ]
    expect(dropStaleAnswers(answers, navigation as never).map(({ key }) => key)).toEqual(
      believed ? answers.map(({ key }) => key) : ['GET /api/v0/site'],
    )
  })

  it('R14 the next page of an inlined list is requested from the end of its first page', async () => {
    const store = newStore()
    const query = { query: { sort: 'top', from: 0, limit: 18 } } as const
    preload(store.dispatch, [{ key: 'GET /api/v0/beads', input: query, answer: page(0, 18) }])
    fetched.mockImplementation(answer(page(18, null)))
    const list = await store.dispatch(api.endpoints.beads.initiate(query, { direction: 'forward' }))
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/v0/beads?from=18&limit=18&sort=top'])
    expect(list.data?.pages.map((one) => one.results[0]?.id)).toEqual(['b0', 'b18'])
    expect(list.hasNextPage).toBe(false)
  })

  it('R13 a list query with from=30 requests its first page from offset 30', async () => {
    const store = newStore()
    fetched.mockImplementation(answer(page(30, null)))
    await store.dispatch(api.endpoints.posts.initiate({ query: { bead: 'b1', sort: 'earliest', from: 30, limit: 15 } }))
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/v0/posts?bead=b1&from=30&limit=15&sort=earliest'])
  })
})

describe('BY13 the title of a page that fails to load', () => {
  const failed = (status: number) => ({ status, code: 'internal', message: '', requestId: 'r' })
  it.each([
    [404, 'No such thing'],
    [403, ''],
    [500, 'Something is wrong'],
    [0, 'Something is wrong'],
  ])('BY13 status %d → title "%s"', (status, title) => {
    expect(failureTitle(failed(status), 'No such thing')).toBe(title)
  })
})

it.each([
  [2, 2],
  [0, 1],
])('BY11 F1 an import that adds %d posts, while a member is shown → requests of the member: %d', async (added, times) => {
  const store = newStore()
  fetched.mockImplementation((url) => answer(String(url).endsWith('/import') ? { added } : { uid: 'ada' })())
  await store.dispatch(api.endpoints.member.initiate({ params: { uid: 'ada' } }))
  await store.dispatch(playlistsApi.endpoints.importBead.initiate({ params: { id: 'b1' }, body: { content: 'a' } }))
  expect(fetched.mock.calls.filter(([url]) => url === '/api/v0/members/ada')).toHaveLength(times)
})
