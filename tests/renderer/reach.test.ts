import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refetchFailed } from '#data/refetchFailed.ts'
import { api } from '#data/api.ts'
import { createReach, probe as requestHealth, probeIntervals } from '#host/reach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function surroundings() {
  const state = { online: true, answers: true }
  const probe = vi.fn(async () => {
    if (!state.answers) throw new TypeError('Failed to fetch')
  })
  const reach = createReach({
    online: () => state.online,
    probe,
    setTimer: (act, ms) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  })
  const onChange = vi.fn()
  reach.subscribe(() => onChange(reach.read()))
  return { state, probe, reach, onChange }
}

it('BY24 a probe reads the body of the answer, without which Chromium retains the request', async () => {
  const answer = new Response('{"status":"ok"}')
  vi.stubGlobal('fetch', async () => answer)
  await requestHealth()
  expect(answer.bodyUsed).toBe(true)
})

describe('BY15 detecting whether Strand is reachable', () => {
  it('BY15 a check after a failed call whose probe succeeds reports no change', async () => {
    const { reach, probe, onChange } = surroundings()
    reach.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledOnce()
    expect(onChange).not.toHaveBeenCalled()
  })
  it('BY15 an offline browser is reported without a probe; a check after it is online again reports online', async () => {
    const { reach, state, probe, onChange } = surroundings()
    state.online = false
    reach.check()
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false)
    expect(probe).not.toHaveBeenCalled()
    state.online = true
    reach.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(onChange).toHaveBeenLastCalledWith(true)
  })
  it('BY15 failing probes back off and report offline only once; a successful probe reports online and ends the probing', async () => {
    const { reach, state, probe, onChange } = surroundings()
    state.answers = false
    reach.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false)
    await vi.advanceTimersByTimeAsync(probeIntervals.first)
    expect(probe).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2 * probeIntervals.first)
    expect(probe).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(probe.mock.calls.length).toBeLessThan(16)
    expect(onChange).toHaveBeenCalledOnce()
    state.answers = true
    await vi.advanceTimersByTimeAsync(probeIntervals.max)
    expect(onChange).toHaveBeenLastCalledWith(true)
    const before = probe.mock.calls.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(probe).toHaveBeenCalledTimes(before)
  })
})

describe('BY15 back online', () => {
  it('BY15 refetchFailed() repeats the queries without a response, but no answered ones, not even a 404', async () => {
    // Real timers, because a request without a response is retried after a delay.
    vi.useRealTimers()
    const requestedUrls: string[] = []
    let answer: (url: string) => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'))
    vi.stubGlobal('fetch', (url: string) => {
      requestedUrls.push(url)
      return answer(url)
    })
    const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) })
    const bead = (id: string) => store.dispatch(api.endpoints.bead.initiate({ params: { id } }))
    await bead('b1')
    await store.dispatch(api.endpoints.posts.initiate({ query: { bead: 'b1' } }))
    answer = async (url) =>
      url.endsWith('b2')
        ? Response.json({ code: 'not_found', message: 'No', requestId: 'r' }, { status: 404 })
        : Response.json({ id: 'b3', results: [], next: null, counts: { total: 0 } })
    await bead('b2')
    await bead('b3')
    requestedUrls.length = 0
    refetchFailed(store as never)
    await vi.waitFor(() => expect(api.endpoints.bead.select({ params: { id: 'b1' } })(store.getState()).status).toBe('fulfilled'))
    expect(requestedUrls.sort()).toEqual(['/api/v0/beads/b1', '/api/v0/posts?bead=b1'])
  })
})
