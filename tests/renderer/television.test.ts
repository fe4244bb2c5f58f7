/** The page of a television without a browser: pairing, the arrow keys, and the keys of remote controls (BZ3). */
import { describe, expect, test, vi, beforeEach, afterEach } from 'vitest'
import type { CallResult } from '#data/client.ts'
import { nearest } from '../../renderer/tv/focus.ts'
import { remoteKeyOf } from '../../renderer/tv/keys.ts'
import { pair, type PairingView } from '../../renderer/tv/pairing.ts'

type Poll = CallResult<'POST /api/v1/auth/tvos/poll'>
const failure = (status: number, code = 'internal', retryAfter?: number) =>
  ({ error: { code, message: '', status, requestId: '', ...(retryAfter !== undefined && { retryAfter }) } }) as never

describe('pairing', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  function start({ poll }: { poll?: (secret: string) => Poll } = {}) {
    let started = 0
    const server = {
      begins: 'ok' as 'ok' | 'network' | 'read_only',
      polled: [] as string[],
      poll: poll ?? ((): Poll => ({ data: { connected: false, interval: 3 } })),
    }
    const views: PairingView[] = []
    const connected: unknown[] = []
    const stop = pair({
      begin: async () => {
        if (server.begins !== 'ok') return failure(server.begins === 'network' ? 0 : 403, server.begins)
        started += 1
        return {
          data: {
            token: `token${started}`,
            url: `https://strand.example/tvos/connect?connecttoken=token${started}`,
            code: `CODE${started}`,
            codeSeconds: 600,
            codePage: 'https://strand.example/pair',
            secret: `secret${started}`,
            expires: '',
            interval: 3,
          },
        }
      },
      poll: async ({ secret }) => {
        server.polled.push(secret)
        return server.poll(secret)
      },
      setTimer: (callback, ms) => {
        const timer = setTimeout(callback, ms)
        return () => clearTimeout(timer)
      },
      onView: (view) => void views.push(view),
      onConnected: (result) => void connected.push(result),
    })
    return { server, views, connected, stop, view: () => views.at(-1)! }
  }

  test('BZ3 T1 it shows a code at once and polls every three seconds until a member has used it', async () => {
    const { server, view, connected } = start()
    await vi.advanceTimersByTimeAsync(0)
    expect(view()).toMatchObject({ shown: { code: 'CODE1' }, problem: null })
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.polled).toEqual(['secret1', 'secret1', 'secret1'])
    const result = { connected: true, token: 't', expires: '', owner: { uid: 'ada', name: 'Ada' }, playbackOnly: false } as const
    server.poll = () => ({ data: result })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connected).toEqual([result])
    expect(server.polled).toHaveLength(4)
  })

  test('BZ3 a new code replaces the shown one a minute before it expires; the earlier one is polled too', async () => {
    const { server, view } = start()
    await vi.advanceTimersByTimeAsync(539_000)
    expect(view().shown?.code).toBe('CODE1')
    await vi.advanceTimersByTimeAsync(2000)
    expect(view().shown?.code).toBe('CODE2')
    server.polled.length = 0
    await vi.advanceTimersByTimeAsync(6000)
    expect(new Set(server.polled)).toEqual(new Set(['secret1', 'secret2']))
    server.polled.length = 0
    // Two at a time.
    await vi.advanceTimersByTimeAsync(540_000)
    server.polled.length = 0
    await vi.advanceTimersByTimeAsync(4000)
    expect(new Set(server.polled)).toEqual(new Set(['secret2', 'secret3']))
  })

  test('BZ3 a pairing that the server does not know any more is replaced', async () => {
    const { server, view } = start()
    await vi.advanceTimersByTimeAsync(0)
    server.poll = (secret) => (secret === 'secret1' ? failure(403, 'forbidden') : { data: { connected: false, interval: 3 } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(view().shown?.code).toBe('CODE2')
  })

  test('BZ3 without a connection the code stays, with a notice; it goes on by itself', async () => {
    const { server, view } = start()
    await vi.advanceTimersByTimeAsync(0)
    server.poll = () => failure(0, 'network')
    await vi.advanceTimersByTimeAsync(3000)
    expect(view()).toMatchObject({ shown: { code: 'CODE1' }, problem: 'unreachable' })
    server.poll = () => ({ data: { connected: false, interval: 3 } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(view().problem).toBe(null)
  })

  test.each([
    ['network', 'unreachable'],
    ['read_only', 'paused'],
  ] as const)('BZ3 no code because of %s → a notice, and an attempt every five seconds', async (begins, problem) => {
    const { server, view } = start()
    await vi.advanceTimersByTimeAsync(0)
    server.begins = begins
    const { poll } = server
    if (begins === 'network') server.poll = () => failure(0, 'network')
    await vi.advanceTimersByTimeAsync(540_000)
    expect(view()).toMatchObject({ shown: { code: 'CODE1' }, problem })
    server.begins = 'ok'
    server.poll = poll
    await vi.advanceTimersByTimeAsync(5000)
    expect(view()).toMatchObject({ shown: { code: 'CODE2' }, problem: null })
  })

  test('BZ3 a rate limit is respected', async () => {
    const { server } = start()
    await vi.advanceTimersByTimeAsync(0)
    server.poll = () => failure(429, 'rate_limited', 30)
    await vi.advanceTimersByTimeAsync(3000)
    server.polled.length = 0
    await vi.advanceTimersByTimeAsync(29_000)
    expect(server.polled).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.polled).toEqual(['secret1'])
  })

  test('BZ3 once stopped it requests nothing', async () => {
    const { server, stop } = start()
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.polled).toEqual([])
  })
})

describe('arrow keys', () => {
  const box = (left: number, top: number, width = 10, height = 10) => ({ left, top, right: left + width, bottom: top + height })
  /** A row of three at the bottom, a column of two at the right. */
  const [a, b, c, up, top] = [box(0, 100), box(20, 100), box(40, 100), box(60, 20, 40), box(60, 0, 40)]

  test('BZ3 the focus moves to the next control in a row, not beyond its end', () => {
    expect(nearest(a, [b, c, up, top], 'right')).toBe(0)
    expect(nearest(b, [a, c, up, top], 'left')).toBe(0)
    expect(nearest(a, [b, c], 'left')).toBe(-1)
  })

  test('BZ3 from a row the focus reaches a column beside it, and returns', () => {
    expect(nearest(c, [a, b, up, top], 'up')).toBe(2)
    expect(nearest(up, [a, b, c, top], 'down')).toBe(2)
    expect(nearest(up, [a, b, c, top], 'up')).toBe(3)
    expect(nearest(top, [a, b, c, up], 'up')).toBe(-1)
  })
})

test.each([
  [{ key: 'ArrowLeft', keyCode: 37 }, 'left'],
  [{ key: 'GoBack', keyCode: 461 }, 'back'],
  [{ key: 'Unidentified', keyCode: 461 }, 'back'],
  [{ key: 'XF86Back', keyCode: 10009 }, 'back'],
  [{ key: '', keyCode: 415 }, 'play'],
  [{ key: 'MediaPlayPause', keyCode: 10252 }, 'playPause'],
  [{ key: 'MediaTrackNext', keyCode: 176 }, 'next'],
  [{ key: 'q', keyCode: 81 }, null],
] as const)('BZ3 the key %o of a remote control → %s', (event, key) => {
  expect(remoteKeyOf(event)).toBe(key)
})
