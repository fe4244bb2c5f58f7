import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProviderOutput } from '#player/outputs/provider.ts'
import { stream } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('BY2 an idle frame → destroyed after 5 s; while needed it stays, and for 5 s afterwards', async () => {
  const frame = { made: 0, destroyed: 0 }
  const nothing = () => undefined
  const output = createProviderOutput<object>(
    {
      id: 'youtube',
      fetch: () => ({}),
      missing: { code: 'blocked', scope: 'network' },
      outlivesFailure: true,
      pictureInPicture: false,
      open(_api, _host, _request, { up }) {
        frame.made += 1
        queueMicrotask(up)
        return {
          show(load) {
            load.emit({ type: 'ready' })
            load.emit({ type: 'playing' })
          },
          play: nothing,
          pause: nothing,
          seek: nothing,
          setVolume: nothing,
          stop: nothing,
          destroy: () => void (frame.destroyed += 1),
        }
      },
    },
    { hidden: true, replaceChildren: nothing } as unknown as HTMLElement,
  )
  const turn = async () => {
    output.load({ loadId: 1, stream: stream('y:1'), autoplay: true, volume: 1, muted: false })
    await vi.advanceTimersByTimeAsync(0)
    output.unload()
  }
  await turn()
  vi.advanceTimersByTime(5000)
  expect(frame).toEqual({ made: 1, destroyed: 1 })
  output.keep?.(true)
  await turn()
  vi.advanceTimersByTime(600_000)
  await turn()
  expect(frame).toEqual({ made: 2, destroyed: 1 })
  output.keep?.(false)
  vi.advanceTimersByTime(5000)
  expect(frame).toEqual({ made: 2, destroyed: 2 })
})

it.each([
  ['on a page that nothing was pressed on', {}, ['autoplayBlocked']],
  ['on a device that never gets a gesture', { isTrusted: true as const }, []],
])('BZ3 a frame is slow to start %s → it counts as refused only where a gesture is possible', async (_, more, expected) => {
  vi.stubGlobal('navigator', {})
  const nothing = () => undefined
  const output = createProviderOutput<object>(
    {
      id: 'youtube',
      fetch: () => ({}),
      missing: { code: 'blocked', scope: 'network' },
      outlivesFailure: true,
      pictureInPicture: false,
      open(_api, _host, _request, { up }) {
        queueMicrotask(up)
        return { show: nothing, play: nothing, pause: nothing, seek: nothing, setVolume: nothing, stop: nothing, destroy: nothing }
      },
    },
    { hidden: true, replaceChildren: nothing } as unknown as HTMLElement,
  )
  const events: string[] = []
  output.subscribe(({ type }) => void events.push(type))
  output.load({ loadId: 1, stream: stream('y:1'), autoplay: true, volume: 1, muted: false, ...more })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual(expected)
})
