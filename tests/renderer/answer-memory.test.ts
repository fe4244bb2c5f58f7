import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/schemas.ts'
import { api } from '#data/api.ts'
import { addressOfAnswer, createAnswerMemory, memoryLimits, rememberedQueries, withoutPrivateData } from '#data/answerMemory.ts'
import type { ApiStore } from '#data/cachePatches.ts'
import { cachedAnswers } from '#data/cachedAnswers.ts'
import { clearMemberData } from '#data/clearMemberData.ts'
import { allowEarlierAnswers, isEarlierAnswer, loadedAt, meKey, subscribeToEarlierAnswers, viewerChangedAt } from '#data/offlineAnswers.ts'
import { refetchFailed } from '#data/refetchFailed.ts'
import { rememberAnswers } from '#data/rememberAnswers.ts'
import { setMeFromOtherTab } from '#data/session.ts'
import { sampleMe } from '../component/samples.ts'
import { fakeCaches } from '../support/cacheStorage.ts'

const posts = 'posts({"query":{"bead":"b1","limit":"20"}})'
const always = () => true
const memberOf = (uid: string) => sampleMe({ uid, email: `${uid}@strand.example`, facebookInfo: { name: `${uid} of Facebook` } })
let now = 1_000_000
let storage = fakeCaches()
const memoryOf = (build = 'one') => createAnswerMemory({ caches: () => caches, build: () => build, now: () => now })
const answersIn = (name: string): string[] => [...(storage.all.get(name)?.keys() ?? [])]

beforeEach(() => {
  now = 1_000_000
  storage = fakeCaches()
  vi.stubGlobal('caches', storage.caches)
  vi.stubGlobal('document', { querySelector: () => ({ content: 'one' }) })
  vi.stubGlobal('location', { pathname: '/b1', protocol: 'https:', origin: 'https://strand.example' })
})
afterEach(() => vi.unstubAllGlobals())

describe('BY15 which answers are remembered', () => {
  it('BY15 the registered answers of screens, all of them reads; nothing about the account besides the member', () => {
    const keys = [...rememberedQueries].map((name) => cachedAnswers[name as keyof typeof cachedAnswers].key)
    for (const key of keys) {
      expect(key).toMatch(/^GET /)
      expect(key).not.toMatch(/preferences|email|session|admin|notification|push|token|export|privileges/)
    }
    expect([...rememberedQueries].toSorted()).toEqual(Object.keys(cachedAnswers).toSorted())
  })
  it.each(['sessions()', 'notifications({})', 'pushBrowsers()', 'quickSearch({"query":{"q":"a"}})', 'relations({"params":{"uid":"ada"}})'])(
    'BY15 %s → not remembered',
    (key) => expect(addressOfAnswer(key)).toBeNull(),
  )
  it('BY15 a list from its start, of any length, has one address; a later part of it none', () => {
    expect(addressOfAnswer(posts)).toBe(addressOfAnswer('posts({"query":{"bead":"b1","from":"0","limit":"60"}})'))
    expect(addressOfAnswer('posts({"query":{"bead":"b1","from":"20"}})')).toBeNull()
    expect(addressOfAnswer('posts({"query":{"bead":"b2"}})')).not.toBe(addressOfAnswer(posts))
  })
  it('BY15 the member is stored without address, preferences and networks', async () => {
    const me = memberOf('ada')
    await memoryOf().store('ada', [{ queryCacheKey: meKey, answer: me, at: now }], always)
    const { answer } = (await memoryOf().recall(meKey, undefined))!
    expect(answer).toEqual(withoutPrivateData(me))
    expect(JSON.stringify(answer)).not.toMatch(/ada@|of Facebook/)
    expect(answer).toMatchObject({ uid: 'ada', email: '', emailVerified: true })
    expect(Object.values((answer as Me).emailPrefs)).not.toContain(true)
  })
})

describe('BY15 the viewer of the remembered answers', () => {
  const answer = { results: [] }
  it('BY15 the same member, or a viewer that is not known, gets them; another member and a visitor do not', async () => {
    await memoryOf().store('ada', [{ queryCacheKey: posts, answer, at: 5 }], always)
    expect(await memoryOf().recall(posts, 'ada')).toEqual({ answer, at: 5 })
    expect(await memoryOf().recall(posts, undefined)).toEqual({ answer, at: 5 })
    expect(await memoryOf().recall(posts, 'bob')).toBeNull()
    expect(await memoryOf().recall(posts, null)).toBeNull()
  })
  it('BY15 another viewer or another build → its own answers only, and the others are deleted at its first', async () => {
    await memoryOf().store('ada', [{ queryCacheKey: posts, answer, at: 5 }], always)
    expect(await memoryOf('two').recall(posts, 'ada')).toBeNull()
    await memoryOf('two').store('ada', [{ queryCacheKey: meKey, answer: null, at: 5 }], always)
    expect([...storage.all.keys()]).toEqual(['answers-two-member-ada'])
    await memoryOf('two').store(null, [{ queryCacheKey: meKey, answer: null, at: 5 }], always)
    expect([...storage.all.keys()]).toEqual(['answers-two-visitor'])
  })
  it('BY15 the viewer changes while answers are stored → none remains', async () => {
    const isCurrent = vi.fn(always).mockReturnValueOnce(true).mockReturnValue(false)
    const loaded = ['b1', 'b2'].map((bead) => ({ queryCacheKey: `posts({"query":{"bead":"${bead}"}})`, answer, at: 5 }))
    await memoryOf().store('ada', loaded, isCurrent)
    expect([...storage.all.keys()]).toEqual([])
  })
  it('BY15 an item is deleted → the answers that contain it', async () => {
    await memoryOf().store('ada', [{ queryCacheKey: posts, answer: { results: [{ id: 'p1' }] }, at: 5 }], always)
    await memoryOf().forgetMentions(['p2'])
    expect(await memoryOf().recall(posts, 'ada')).not.toBeNull()
    await memoryOf().forgetMentions(['p1'])
    expect(await memoryOf().recall(posts, 'ada')).toBeNull()
  })
})

describe('BY15 the bounds of the memory', () => {
  const numbered = (count: number, answer: unknown = {}) =>
    Array.from({ length: count }, (_, n) => ({ queryCacheKey: `posts({"query":{"bead":"b${n}"}})`, answer, at: now + n }))

  it('BY15 more answers than the limit → the oldest are removed, but not the member', async () => {
    await memoryOf().store('ada', [{ queryCacheKey: meKey, answer: null, at: now - 1 }, ...numbered(memoryLimits.answers)], always)
    expect(answersIn('answers-one-member-ada')).toHaveLength(memoryLimits.answers)
    expect(await memoryOf().recall(meKey, 'ada')).not.toBeNull()
    expect(await memoryOf().recall('posts({"query":{"bead":"b0"}})', 'ada')).toBeNull()
    expect(await memoryOf().recall('posts({"query":{"bead":"b1"}})', 'ada')).not.toBeNull()
  })
  it('BY15 more bytes than the limit → the oldest are removed', async () => {
    const text = 'x'.repeat(memoryLimits.answerBytes - 100)
    const fitting = Math.floor(memoryLimits.bytes / memoryLimits.answerBytes)
    await memoryOf().store('ada', numbered(fitting + 2, { text }), always)
    expect(answersIn('answers-one-member-ada')).toHaveLength(fitting)
    expect(await memoryOf().recall('posts({"query":{"bead":"b0"}})', 'ada')).toBeNull()
  })
  it('BY15 an answer that is too large → not stored, and an earlier one to the same query is removed', async () => {
    await memoryOf().store('ada', numbered(1), always)
    await memoryOf().store('ada', numbered(1, { text: 'x'.repeat(memoryLimits.answerBytes) }), always)
    expect(answersIn('answers-one-member-ada')).toEqual([])
  })
  it('BY15 an answer older than 30 days → not used, and removed when another is stored', async () => {
    await memoryOf().store('ada', numbered(1), always)
    now += memoryLimits.ageMs + 1
    expect(await memoryOf().recall('posts({"query":{"bead":"b0"}})', 'ada')).toBeNull()
    await memoryOf().store('ada', [{ queryCacheKey: posts, answer: {}, at: now }], always)
    expect(answersIn('answers-one-member-ada')).toEqual([addressOfAnswer(posts)])
  })
})

/** Instead of `whenIdle`. */
const atOnce = (task: () => void) => {
  queueMicrotask(task)
  return () => undefined
}

/** A store whose requests are answered by `fetch`; `idle` runs at once. */
function world({ isReached = async () => false } = {}) {
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  })
  allowEarlierAnswers(isReached)
  const request = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', request)
  const json =
    (answer: unknown, status = 200) =>
    async () =>
      new Response(JSON.stringify(answer), { status, headers: { 'Content-Type': 'application/json' } })
  const read = (id = 'b1') =>
    store.dispatch(api.endpoints.bead.initiate({ params: { id } }, { forceRefetch: true, subscribe: false })).then(({ data, error }) => ({
      data: data as unknown,
      error,
    }))
  const readMe = () => store.dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true }))
  const fail = () => request.mockRejectedValue(new TypeError('Failed to fetch'))
  const watch = () => rememberAnswers(store, memoryOf(), atOnce)
  return { store, request, json, read, readMe, fail, watch }
}
const beadKey = 'bead({"params":{"id":"b1"}})'
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('BY15 answers to requests without a network', () => {
  const at = Date.now()
  const stored = (viewer: string | null = null) =>
    memoryOf().store(viewer, [{ queryCacheKey: beadKey, answer: { id: 'b1', title: 'Earlier' }, at }], always)

  it('BY15 the network fails → the earlier answer and its date; the network returns → refetched, and the date is gone', async () => {
    await stored()
    const { store, request, json, read, fail } = world()
    const listener = vi.fn()
    subscribeToEarlierAnswers(listener)
    fail()
    expect(await read()).toEqual({ data: { id: 'b1', title: 'Earlier' }, error: undefined })
    expect([loadedAt('/b1'), loadedAt('/discover')]).toEqual([at, null])
    request.mockImplementation(json({ id: 'b1', title: 'Now' }))
    refetchFailed(store)
    await vi.waitFor(() => expect(store.getState().api.queries[beadKey]?.data).toEqual({ id: 'b1', title: 'Now' }))
    expect(isEarlierAnswer(beadKey)).toBe(false)
    expect(loadedAt('/b1')).toBeNull()
    expect(listener).toHaveBeenCalledTimes(2)
  })
  it.each([404, 500, 503])('BY15 the server answers %i → the error', async (status) => {
    await stored()
    const { request, json, read } = world()
    request.mockImplementation(json({ code: 'internal', message: 'No', requestId: '' }, status))
    expect(await read()).toMatchObject({ error: { status } })
  })
  it('BY15 a request fails although Strand can be reached → the error', async () => {
    await stored()
    const { read, fail } = world({ isReached: async () => true })
    fail()
    expect(await read()).toMatchObject({ error: { code: 'network' } })
  })
  it('BY15 an answer of this visit, and a failed refetch → that answer, not an earlier one', async () => {
    await stored()
    const { request, json, read, fail } = world()
    request.mockImplementation(json({ id: 'b1', title: 'Now' }))
    await read()
    fail()
    expect(await read()).toMatchObject({ data: { title: 'Now' }, error: { code: 'network' } })
  })
  it('BY15 no stored answer, and a storage that the browser forbids → the error', async () => {
    const { read, fail } = world()
    fail()
    expect(await read('b2')).toMatchObject({ error: { code: 'network' } })
    vi.stubGlobal('caches', { keys: () => Promise.reject(new DOMException('Denied', 'SecurityError')) })
    expect(await read('b3')).toMatchObject({ error: { code: 'network' } })
  })
  it('BY15 a visitor, and answers of a member → the error', async () => {
    await stored('ada')
    const { request, json, read, readMe, fail } = world()
    request.mockImplementation(json({ code: 'unauthenticated', message: 'No', requestId: '' }, 401))
    await readMe()
    fail()
    expect(await read()).toMatchObject({ error: { code: 'network' } })
  })
})

describe('BY15 storing the answers of a page', () => {
  it('BY15 answers are stored for the signed-in member; a later one replaces them; earlier answers are not stored again', async () => {
    const { store, request, json, read, readMe, watch, fail } = world()
    const stop = watch()
    request.mockImplementation(json({ id: 'b1', title: 'First' }))
    await read()
    await settled()
    expect(storage.all.size, 'the viewer is not known').toBe(0)
    request.mockImplementation(json(memberOf('ada')))
    await readMe()
    request.mockImplementation(json({ id: 'b1', title: 'Second' }))
    await read()
    await settled()
    expect((await memoryOf().recall(beadKey, 'ada'))?.answer).toEqual({ id: 'b1', title: 'Second' })

    await memoryOf().store('ada', [{ queryCacheKey: 'bead({"params":{"id":"b2"}})', answer: { id: 'b2' }, at: 5 }], always)
    fail()
    await read('b2')
    await settled()
    expect((await memoryOf().recall('bead({"params":{"id":"b2"}})', 'ada'))?.at).toBe(5)
    setMeFromOtherTab(store.dispatch, null)
    stop()
  })
  it('BY15 log-out here or in another tab → all answers are deleted, and those of the member are not stored for the visitor', async () => {
    const { store, request, json, read, readMe, watch } = world()
    const stop = watch()
    request.mockImplementation(json(memberOf('ada')))
    await readMe()
    request.mockImplementation(json({ id: 'b1', title: 'Private' }))
    await read()
    await settled()
    expect(answersIn('answers-one-member-ada')).toHaveLength(2)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000)
    setMeFromOtherTab(store.dispatch, null)
    await settled()
    expect([...storage.all].flatMap(([name, answers]) => [name, ...answers.keys()])).toEqual([
      'answers-one-visitor',
      addressOfAnswer(meKey),
    ])
    stop()
    vi.restoreAllMocks()
  })
  it('BY15 the account is deleted or the session has ended → all answers are deleted; the pictures as well', async () => {
    await memoryOf().store('ada', [{ queryCacheKey: beadKey, answer: {}, at: 5 }], always)
    await (await caches.open('strand-assets-one')).put(new Request('https://strand.example/a.js'), new Response('a'))
    clearMemberData()
    await settled()
    expect([...storage.all.keys()]).toEqual(['strand-assets-one'])
  })
  it('BY24 an answer that the cache has removed → it is not retained', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const fulfilled = (endpointName: string, data: object) => ({
      status: 'fulfilled',
      endpointName,
      data,
      startedTimeStamp: viewerChangedAt(),
    })
    const me = fulfilled('me', memberOf('ada'))
    let state = {}
    let changed = () => {}
    const show = async (queries: object) => {
      state = { api: { queries: { [meKey]: me, ...queries } } }
      changed()
      await settled()
    }
    const showBead = async () => {
      const bead = { id: 'b1', title: 'First' }
      await show({ [beadKey]: fulfilled('bead', bead) })
      return new WeakRef(bead)
    }
    const watched = {
      getState: () => state as ReturnType<ApiStore['getState']>,
      subscribe: (listener: () => void) => {
        changed = listener
        return () => {}
      },
    }
    await show({})
    const stop = rememberAnswers(watched, memoryOf(), atOnce)
    const answer = await showBead()
    expect((await memoryOf().recall(beadKey, 'ada'))?.answer).toEqual({ id: 'b1', title: 'First' })
    await show({})
    collectGarbage()
    expect(answer.deref()).toBeUndefined()
    stop()
  })
  it('BY15 a full storage → the page works on', async () => {
    const { request, json, read, readMe, watch } = world()
    const stop = watch()
    storage.fail(new DOMException('Full', 'QuotaExceededError'))
    request.mockImplementation(json(memberOf('ada')))
    await readMe()
    await settled()
    request.mockImplementation(json({ id: 'b1' }))
    expect(await read()).toMatchObject({ data: { id: 'b1' } })
    await settled()
    stop()
  })
})
