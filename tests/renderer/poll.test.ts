import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPolling } from '#data/poll.ts'

const everyMs = 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake page that can be hidden, and a fake network that can disconnect. */
function surroundings() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const network = { onLine: true }
  const events = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  const ask = vi.fn()
  return {
    ask,
    stop: startPolling(ask, everyMs),
    show: (shown: boolean) => {
      page.hidden = !shown
      page.dispatchEvent(new Event('visibilitychange'))
    },
    connect: (online: boolean) => {
      network.onLine = online
      events.dispatchEvent(new Event(online ? 'online' : 'offline'))
    },
  }
}

describe('N3 O3 polling every ten seconds', () => {
  it('N3 O3 the first poll happens after ten seconds, further polls every ten seconds until it is stopped', () => {
    const { ask, stop } = surroundings()
    vi.advanceTimersByTime(everyMs - 1)
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5 * everyMs)
    expect(ask).toHaveBeenCalledTimes(6)
    stop()
    vi.advanceTimersByTime(5 * everyMs)
    expect(ask).toHaveBeenCalledTimes(6)
  })

  it('N3 O3 a hidden page doubles the interval up to five minutes, and polls at once when it is visible again', () => {
    const { ask, show } = surroundings()
    show(false)
    const waits: number[] = []
    for (let since = 0; waits.length < 8;) {
      vi.advanceTimersByTime(1000)
      since += 1000
      if (ask.mock.calls.length === 0) continue
      waits.push(since / 1000)
      since = 0
      ask.mockClear()
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
    show(true)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2 * everyMs)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('N3 O3 a page that is hidden between two polls keeps its schedule', () => {
    const { ask, show } = surroundings()
    vi.advanceTimersByTime(4000)
    show(false)
    show(true)
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(6000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('N3 O3 an offline page does not poll, and polls at once when it is online again', () => {
    const { ask, connect } = surroundings()
    connect(false)
    vi.advanceTimersByTime(10 * everyMs)
    expect(ask).not.toHaveBeenCalled()
    connect(true)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(everyMs)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
