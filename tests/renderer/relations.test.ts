import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, contentTags } from '#data/api.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { followBeadAs, followMemberAs, followTagAs } from '#data/relationCommands.ts'
import { relationsApi } from '#data/relations.ts'
import { receiveToasts } from '#ui/toast.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refused = () => json({ code: 'read_only', message: 'Read-only', requestId: 'r' }, 503)
const granted = () => json({ collected: true, count: 1 })
const relation = {
  type: 1,
  entity: 'p1',
  collected: true,
  superfollow: false,
  reactions: { like: false },
  creationDate: '2026-01-01T00:00:00.000Z',
}

/** Mutations are answered in the order that the test chooses. */
let answers: ((response: Response) => void)[] = []
let held: unknown[] = []
beforeEach(() => {
  answers = []
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) =>
      url.includes('relations') ? Promise.resolve(json({ data: held })) : new Promise<Response>((resolve) => answers.push(resolve)),
    ),
  )
})
afterEach(() => void vi.unstubAllGlobals())

/** Lookups are answered by the test, too. */
function holdLookups(): ((response: Response) => void)[] {
  const arrivals: ((response: Response) => void)[] = []
  vi.mocked(fetch).mockImplementation((url) => {
    const list = String(url).includes('relations') ? arrivals : answers
    return new Promise<Response>((resolve) => list.push(resolve))
  })
  return arrivals
}

async function shown(collected: boolean, when: 'now' | 'later' = 'now') {
  held = collected ? [relation] : []
  const store = configureStore({
    reducer: { api: api.reducer, dialogs: dialogsReducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const input = { params: { uid: 'ada' }, query: { entities: 'p1' } }
  const known = store.dispatch(relationsApi.endpoints.relations.initiate(input))
  if (when === 'now') await known
  return {
    is: () =>
      relationsApi.endpoints.relations
        .select(input)(store.getState())
        .data?.data.map(({ entity }) => entity),
    read: () => store.dispatch(relationsApi.endpoints.relations.initiate(input, { forceRefetch: true })),
    collect: (on: boolean) => store.dispatch(relationsApi.endpoints.collect.initiate({ id: 'p1', uid: 'ada', on })),
  }
}

describe('BY24 batches of lookups', () => {
  const entitiesOf = ([url]: Parameters<typeof fetch>) => new URL(String(url), 'http://localhost').searchParams.get('entities')
  const requested = () => vi.mocked(fetch).mock.calls.map(entitiesOf)

  function createReader() {
    const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) })
    return (entity: string) =>
      store.dispatch(relationsApi.endpoints.relations.initiate({ params: { uid: 'ada' }, query: { entities: entity } }))
  }

  it('BY24 lookups of one task → one request; those made before its answer → one request after it', async () => {
    const arrivals = holdLookups()
    const read = createReader()
    const first = [read('p1'), read('p2')]
    await vi.waitFor(() => expect(requested()).toEqual(['p1,p2']))
    const second = [read('p3')]
    await new Promise((resolve) => setTimeout(resolve, 20))
    second.push(read('p4'))
    expect(requested()).toHaveLength(1)
    arrivals[0]!(json({ data: [relation] }))
    expect((await Promise.all(first)).map(({ data }) => data?.data)).toEqual([[relation], []])
    await vi.waitFor(() => expect(requested()).toEqual(['p1,p2', 'p3,p4']))
    arrivals[1]!(json({ data: [{ ...relation, entity: 'p4' }] }))
    expect((await Promise.all(second)).map(({ data }) => data?.data.length)).toEqual([0, 1])
  })

  it('BY24 a request without an answer → the next one is sent after 300 ms', async () => {
    const arrivals = holdLookups()
    const read = createReader()
    const first = read('p1')
    await vi.waitFor(() => expect(arrivals).toHaveLength(1))
    const second = read('p2')
    await vi.waitFor(() => expect(requested()).toEqual(['p1', 'p2']))
    for (const answer of arrivals) answer(json({ data: [] }))
    await Promise.all([first, second])
  })
})

describe('V3 optimistic toggles', () => {
  it('V3 a collect is shown before the response; a refusal restores the previous state', async () => {
    const { is, collect } = await shown(false)
    const wished = collect(true)
    expect(is()).toEqual(['p1'])
    answers[0]!(refused())
    await wished
    expect(is()).toEqual([])
  })

  it.each([
    [true, granted, ['p1']],
    [false, refused, []],
  ] as const)('V3 a collect while relations load shows once they arrive, remains if granted; granted: %s', async (_, answer, then) => {
    const { is, collect } = await shown(false, 'later')
    const wished = collect(true)
    await vi.waitFor(() => expect(is()).toEqual(['p1']))
    answers[0]!(answer())
    await wished
    expect(is()).toEqual(then)
  })

  it('V3 relations that were read before a collect, and arrive after it, do not undo it; a later lookup counts again', async () => {
    const arrivals = holdLookups()
    const { is, collect, read } = await shown(false, 'later')
    const wished = collect(true)
    await vi.waitFor(() => expect(arrivals).toHaveLength(1))
    answers[0]!(granted())
    await wished
    arrivals[0]!(json({ data: [] }))
    await vi.waitFor(() => expect(is()).toEqual(['p1']))
    const again = read()
    await vi.waitFor(() => expect(arrivals).toHaveLength(2))
    arrivals[1]!(json({ data: [] }))
    await again
    expect(is()).toEqual([])
  })

  it('V3 a command that is refused during a lookup does not change its answer', async () => {
    const { is, collect, read } = await shown(false)
    const arrivals = holdLookups()
    const again = read()
    await vi.waitFor(() => expect(arrivals).toHaveLength(1))
    const wished = collect(true)
    answers[0]!(refused())
    await wished
    arrivals[0]!(json({ data: [relation] }))
    await again
    expect(is()).toEqual(['p1'])
  })

  it('V3 the response to an earlier toggle does not overwrite a later toggle', async () => {
    const { is, collect } = await shown(false)
    const [first, second] = [collect(true), collect(false)]
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
  ] as const)('V3 removing and re-collecting a post, %s refused → the server state, no duplicates', async (_, [first, second], on) => {
    const { is, collect } = await shown(true)
    const wished = [collect(false), collect(true)]
    answers[0]!(first())
    await wished[0]
    answers[1]!(second())
    await wished[1]
    expect(is()).toEqual(on ? ['p1'] : [])
  })
})

describe('H1 H2 the counts of a post exclude actions of its creator', () => {
  const countsFor = (creator: string) => ({ id: 'p1', bead: { id: 'b1' }, creator: { uid: creator }, collectCount: 4, upvoteCount: 4 })

  it.each([
    ['collect', 'collectCount', 'ben', 5],
    ['upvote', 'upvoteCount', 'ben', 5],
    ['collect', 'collectCount', 'ada', 4],
    ['upvote', 'upvoteCount', 'ada', 4],
  ] as const)(
    'H1 H2 %s by ada sets %s of a post by %s to %i before the response; a refusal restores 4',
    async (act, field, creator, then) => {
      held = []
      const store = configureStore({
        reducer: { api: api.reducer, dialogs: dialogsReducer },
        middleware: (defaults) => defaults().concat(api.middleware),
      })
      const arg = { params: { id: 'p1' } }
      store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'post', arg, value: countsFor(creator) }] as never))
      await store.dispatch(relationsApi.endpoints.relations.initiate({ params: { uid: 'ada' }, query: { entities: 'p1' } }))
      const count = () => (api.endpoints.post.select(arg)(store.getState()).data as unknown as Record<string, number>)[field]
      const command = { id: 'p1', uid: 'ada', on: true }
      const { collect, upvote } = relationsApi.endpoints
      const wished = act === 'collect' ? store.dispatch(collect.initiate(command)) : store.dispatch(upvote.initiate(command))
      expect(count()).toBe(then)
      answers[0]!(refused())
      await wished
      await vi.waitFor(() => expect(count(), 'and back with it').toBe(4))
    },
  )
})

describe('F1 Y1 the counts of the signed-in member', () => {
  const me = { uid: 'ada', collectedPostCount: 4, collectedBeadCount: 2, followingCount: 1 }
  async function counted(type: number, entity: string, on: boolean) {
    held = on ? [{ ...relation, type, entity }] : []
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    store.dispatch(
      api.util.upsertQueryEntries([
        { endpointName: 'me', arg: undefined, value: me },
        { endpointName: 'member', arg: { params: { uid: 'ada' } }, value: me },
      ] as never),
    )
    await store.dispatch(relationsApi.endpoints.relations.initiate({ params: { uid: 'ada' }, query: { entities: entity } }))
    const numbers = () =>
      [
        api.endpoints.me.select()(store.getState()).data,
        api.endpoints.member.select({ params: { uid: 'ada' } })(store.getState()).data,
      ].map((one) => [one!.collectedPostCount, one!.collectedBeadCount, one!.followingCount])
    return { store, numbers }
  }

  it('F1 Y1 a granted collect raises the count in me and the member page; a pending or refused change does not', async () => {
    const { store, numbers } = await counted(1, 'p1', false)
    const collect = (on: boolean) => store.dispatch(relationsApi.endpoints.collect.initiate({ id: 'p1', uid: 'ada', on }))
    const first = collect(true)
    expect(numbers()[0], 'not before it is so').toEqual([4, 2, 1])
    answers[0]!(granted())
    await first
    expect(numbers()).toEqual([
      [5, 2, 1],
      [5, 2, 1],
    ])
    const second = collect(false)
    answers[1]!(refused())
    await second
    expect(numbers()[0]).toEqual([5, 2, 1])
  })

  it('F1 following a playlist and a member raises each count by 1; a superfollow of a followed playlist changes no count', async () => {
    const { store, numbers } = await counted(2, 'b1', false)
    const { followBead, superfollowBead, followMember } = relationsApi.endpoints
    const followAnswer = () => json({ following: true, superfollow: false, count: 1 })
    const commands = [
      () => store.dispatch(followBead.initiate({ id: 'b1', uid: 'ada', on: true })),
      () => store.dispatch(superfollowBead.initiate({ id: 'b1', uid: 'ada', on: true })),
      () => store.dispatch(followMember.initiate({ id: 'ben', uid: 'ada', on: true })),
    ]
    for (const [n, command] of commands.entries()) {
      const wished = command()
      answers[n]!(followAnswer())
      await wished
    }
    expect(numbers()[0]).toEqual([4, 3, 2])
  })
})

describe('W6 a member without the privilege to follow', () => {
  it('W6 without the privilege, following a tag, a playlist or a member shows a toast and sends no request', async () => {
    held = []
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    store.dispatch(
      api.util.upsertQueryEntries([
        { endpointName: 'me', arg: undefined, value: { uid: 'ada', privileges: { canFollow: false } } },
      ] as never),
    )
    const toasts: { text: string }[] = []
    const stop = receiveToasts((toast) => toasts.push(toast as { text: string }))
    toasts.splice(0)
    for (const follow of [followTagAs, followBeadAs, followMemberAs]) expect(await follow(store.dispatch as never, 'ada', 'x')).toBe(false)
    expect(toasts.map(({ text }) => text)).toEqual(Array(3).fill("You don't have the privileges to follow someone"))
    expect([answers.length, vi.mocked(fetch).mock.calls.length]).toEqual([0, 0])
    stop()
  })
})

describe('W2 superfollowing', () => {
  async function followed(superfollow: boolean | null, when: 'now' | 'later' = 'now') {
    held = superfollow === null ? [] : [{ ...relation, type: 2, entity: 'b1', collected: false, superfollow }]
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    const input = { params: { uid: 'ada' }, query: { entities: 'b1' } }
    const request = store.dispatch(relationsApi.endpoints.relations.initiate(input))
    if (when === 'now') await request
    const { followBead, superfollowBead } = relationsApi.endpoints
    return {
      store,
      is: () =>
        relationsApi.endpoints.relations
          .select(input)(store.getState())
          .data?.data.map((one) => one.superfollow),
      follow: (on: boolean) => store.dispatch(followBead.initiate({ id: 'b1', uid: 'ada', on })),
      superfollow: (on: boolean) => store.dispatch(superfollowBead.initiate({ id: 'b1', uid: 'ada', on })),
    }
  }
  const followAnswer = (following: boolean, superfollow: boolean) => json({ following, superfollow, count: 1 })

  it('W2 a superfollow that ends before the first lookup arrives leaves the follow', async () => {
    const arrivals = holdLookups()
    const { is, superfollow } = await followed(null, 'later')
    await vi.waitFor(() => expect(arrivals).toHaveLength(1))
    for (const on of [true, false]) {
      const started = superfollow(on)
      await vi.waitFor(() => expect(answers).toHaveLength(on ? 1 : 2))
      answers.at(-1)!(followAnswer(true, on))
      await started
    }
    arrivals[0]!(json({ data: [] }))
    await vi.waitFor(() => expect(is()).toEqual([false]))
  })

  it('W2 a superfollow also follows; ending the superfollow keeps the follow', async () => {
    const { is, superfollow } = await followed(null)
    const started = superfollow(true)
    expect(is()).toEqual([true])
    answers[0]!(followAnswer(true, true))
    await started
    const ended = superfollow(false)
    expect(is()).toEqual([false])
    answers[1]!(followAnswer(true, false))
    await ended
    expect(is()).toEqual([false])
  })

  it('W2 an unfollow ends the superfollow at once, and following again does not restore it', async () => {
    const { is, follow } = await followed(true)
    const left = follow(false)
    expect(is()).toEqual([])
    answers[0]!(followAnswer(false, false))
    await left
    const back = follow(true)
    expect(is()).toEqual([false])
    answers[1]!(followAnswer(true, false))
    await back
  })

  it('W2 V3 a refused unfollow restores the superfollow; after a granted end of the superfollow it restores the plain follow', async () => {
    const { is, follow, superfollow } = await followed(true)
    const refusedOne = follow(false)
    answers[0]!(refused())
    await refusedOne
    expect(is()).toEqual([true])
    await Promise.all(
      [superfollow(false), follow(false)].map((wished, n) => {
        answers[n + 1]!(n === 0 ? followAnswer(true, false) : refused())
        return wished
      }),
    )
    expect(is()).toEqual([false])
  })

  it('W3 W4 invalidated content tags, as after a change of the signed-in member, refetch the relations', async () => {
    const { store, is } = await followed(null)
    expect(is()).toEqual([])
    held = [{ ...relation, type: 2, entity: 'b1', collected: false }]
    store.dispatch(api.util.invalidateTags(contentTags))
    await vi.waitFor(() => expect(is()).toEqual([false]))
  })

  it('W1 A4.4 a refused follow of a tag is logged without a toast; a refused follow of a playlist shows a toast', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const toasts: unknown[] = []
    const stop = receiveToasts((toast) => toasts.push(toast))
    // Discards waiting toasts of earlier tests.
    toasts.splice(0)
    const { store, follow } = await followed(null)
    const tagged = store.dispatch(relationsApi.endpoints.followTag.initiate({ id: 'jazz', uid: 'ada', on: true }))
    answers[0]!(refused())
    await tagged
    expect([log.mock.calls.length, toasts]).toEqual([1, []])
    const bead = follow(true)
    answers[1]!(refused())
    await bead
    expect([log.mock.calls.length, toasts.length]).toEqual([1, 1])
    stop()
    log.mockRestore()
  })
})
