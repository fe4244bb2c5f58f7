import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventOf, reportAction } from '#host/analyticsEvents.ts'
import { initialState } from '#player/state.ts'
import { createReporter, postReport } from '../../renderer/app/report.ts'
import { setSender, watchErrors } from '#data/track.ts'

const mutation = (how: 'fulfilled' | 'rejected', endpointName: string, originalArgs: unknown, payload: unknown = {}) => ({
  type: `api/executeMutation/${how}`,
  payload,
  meta: { arg: { endpointName, originalArgs } },
})

describe('events', () => {
  it.each([
    ['createBead', {}, { bead: 'b1' }, ['newbead', { id: 'b1' }]],
    ['addPost', { params: { id: 'b1' } }, { id: 'p1' }, ['newpost', { id: 'p1' }]],
    ['addComment', { params: { id: 'p1' } }, { id: 'c1' }, ['comment', { id: 'p1' }]],
    ['collect', { id: 'p1', on: true }, {}, ['collect', { id: 'p1' }]],
    ['followBead', { id: 'b1', on: true }, {}, ['followbead', { id: 'b1' }]],
    ['followMember', { id: 'ada', on: true }, {}, ['follow', { id: 'ada' }]],
    ['followTag', { id: 'jazz', on: true }, {}, ['follow', { id: 'jazz' }]],
    ['share', { kind: 'bead', id: 'b1', uids: ['ada'] }, {}, ['share', { id: 'b1', to: 'members' }]],
    ['login', { body: { username: 'a@b.c', password: 'secret' } }, {}, ['login', { type: 'email' }]],
    ['signup', { body: { email: 'a@b.c', password: 'secret' } }, {}, ['signup', { type: 'email' }]],
  ])('R21 a successful %s → its event', (name, args, answer, event) => {
    expect(eventOf(mutation('fulfilled', name, args, answer))).toEqual(event)
  })
  it('R21 an undone collect or follow, an edited post and the end of the queue → no event', () => {
    for (const name of ['collect', 'followBead', 'followMember', 'followTag'])
      expect(eventOf(mutation('fulfilled', name, { id: 'x', on: false }))).toBeNull()
    expect(eventOf(mutation('fulfilled', 'editPost', {}))).toBeNull()
    expect(eventOf({ type: 'player/queueEnded' })).toBeNull()
  })
  it('R21 a failed save of a playlist → an event with the error; a failed comment → no event', () => {
    const failure = { status: 500, message: 'Uh oh, something went wrong. Please try again.' }
    expect(eventOf(mutation('rejected', 'editBead', { params: { id: 'b1' } }, failure))).toEqual([
      'editbeadfailed',
      { id: 'b1', ...failure },
    ])
    expect(eventOf(mutation('rejected', 'createBead', {}, failure))).toEqual(['newbeadfailed', { id: '', ...failure }])
    expect(eventOf(mutation('rejected', 'addComment', {}, failure))).toBeNull()
  })
  it('R21 a post played to its end → play; an external item → no event; a failed stream → mediaerror', () => {
    expect(eventOf({ type: 'player/itemEnded', payload: { id: '1', postId: 'p1', external: false } })).toEqual(['play', { id: 'p1' }])
    expect(eventOf({ type: 'player/itemEnded', payload: { id: '1', postId: 'web:x', external: true } })).toBeNull()
    expect(
      eventOf({
        type: 'player/streamFailed',
        payload: {
          stream: { type: 'youtube', uri: 'a', href: 'https://example.org/a' },
          output: 'youtube',
          code: 'blocked',
          scope: 'item',
        },
      }),
    ).toEqual(['mediaerror', { type: 'youtube', message: 'blocked' }])
  })
})

describe('links that do not play', () => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response('{"reported":true}'))
  const stream = { type: 'youtube' as const, uri: 'a', href: 'https://example.org/a' }
  const failed = (scope: string) => ({ type: 'player/streamFailed', payload: { stream, output: 'youtube', code: 'gone', scope } })
  const playing = (external?: true) => {
    const item = { id: '1', postId: 'p1', title: 'One', href: 'b1/one-p1', creator: 'Ada', bead: { id: 'b1', title: 'Bead' } }
    const items = [{ ...item, type: 'video' as const, streams: [stream], ...(external && { external }) }]
    return { player: { ...initialState, queue: { ...initialState.queue, items, index: 0 } } }
  }
  beforeEach(() => {
    fetched.mockClear()
    setSender(() => undefined)
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('BY8 a failed stream of a post → its address is reported', async () => {
    reportAction(failed('stream'), playing())
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
    const [path, { method, body }] = fetched.mock.calls[0]!
    expect([path, method, JSON.parse(body as string)]).toEqual(['/api/v0/posts/p1/unplayable', 'POST', { href: stream.href }])
  })

  it.each([
    ['a failed output', failed('output'), playing()],
    ['no network', failed('network'), playing()],
    ['a medium that is no post', failed('stream'), playing(true)],
    ['an empty queue', failed('stream'), { player: initialState }],
  ])('BY8 %s → nothing is reported', async (_, action, state) => {
    reportAction(action, state)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('reports', () => {
  const post = vi.fn(async () => undefined)
  const world = { at: 0, silent: false, desktop: false, narrow: false }
  const reporter = () =>
    createReporter({
      now: () => world.at,
      isReadOnly: () => world.silent,
      platform: { name: world.desktop ? 'desktop' : 'web' },
      isNarrow: () => world.narrow,
      post,
    })
  beforeEach(() => {
    post.mockClear()
    Object.assign(world, { at: 0, silent: false, desktop: false, narrow: false })
  })

  it('R21 each event is posted to its own path with the platform and its data, texts cut to 500 characters', () => {
    const send = reporter()
    send('collect', { id: 'p1' })
    world.narrow = true
    send('scripterror', { message: 'x'.repeat(5000), line: 3 })
    expect(post.mock.calls).toEqual([
      ['/api/v1/analytics/collect', JSON.stringify({ platform: 'web', data: { id: 'p1' } })],
      ['/api/v1/analytics/scripterror', JSON.stringify({ platform: 'mobileweb', data: { message: 'x'.repeat(500), line: 3 } })],
    ])
  })
  it('BY24 the body of the answer is read, without which Chromium retains the request', async () => {
    const answer = new Response('{"reported":true}')
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('fetch', async () => answer)
    await postReport('/api/v1/analytics/pageview', '{}')
    expect(answer.bodyUsed).toBe(true)
    vi.unstubAllGlobals()
  })
  it('R21 a narrow window of the desktop application → reports the platform desktop', () => {
    Object.assign(world, { desktop: true, narrow: true })
    reporter()('collect', { id: 'p1' })
    expect(post.mock.calls).toEqual([['/api/v1/analytics/collect', JSON.stringify({ platform: 'desktop', data: { id: 'p1' } })]])
  })
  it('R21 RO1 a read-only page sends no reports', () => {
    world.silent = true
    reporter()('pageview', { screen: 'discover' })
    expect(post).not.toHaveBeenCalled()
  })
  it('R21 100 events at once → 60 reports, the lost one is not retried; after a minute reports are sent again', () => {
    const send = reporter()
    post.mockRejectedValueOnce(new Error('offline'))
    for (let n = 0; n < 100; n += 1) send('xhrerror', { call: 'GET /api/v0/posts', status: 0, message: '' })
    expect(post).toHaveBeenCalledTimes(60)
    world.at = 59_999
    send('pageview', { screen: 'discover' })
    expect(post).toHaveBeenCalledTimes(60)
    world.at = 60_000
    send('pageview', { screen: 'discover' })
    expect(post).toHaveBeenCalledTimes(61)
  })
})

describe('uncaught exceptions', () => {
  it('R21 A8 an uncaught exception is reported; a ResizeObserver loop notification is not', async () => {
    const sent = vi.fn()
    setSender(sent)
    const page = new EventTarget()
    watchErrors(page as Window)
    const fire = (message: string) => page.dispatchEvent(Object.assign(new Event('error'), { message, filename: '/a.js', lineno: 3 }))
    fire('ResizeObserver loop completed with undelivered notifications.')
    fire('x is not a function')
    await Promise.resolve()
    await Promise.resolve()
    expect(sent.mock.calls).toEqual([['scripterror', { message: 'x is not a function', source: '/a.js', line: 3 }]])
  })
})
