/** A connection that is lost, and opened again (K1). */
import { expect, test, vi } from 'vitest'
import { defaultReceiver } from '../../electron/cast/index.ts'
import { closeAfterwards, codeOf, follow, items, open, senderOf, setUp, strandApp } from '../support/cast/world.ts'

closeAfterwards()

test('K1 the network is lost for a moment → joined again; the app was not restarted, and its state is known', async () => {
  const { sender, device, model, advance } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { events, last } = follow(connection)
  await connection.media({ type: 'QUEUE_LOAD', items: items(2), startIndex: 0 })
  const { sessionId } = model.state().app!
  device.disconnect()
  advance(4)
  await expect.poll(() => events.map(({ type }) => type)).toContain('reconnected')
  expect(model.state().app?.sessionId).toBe(sessionId)
  expect(last('media')?.media).toMatchObject({ playerState: 'PLAYING', currentTime: 4 })
  await connection.media({ type: 'PAUSE' })
  expect(last('media')?.media?.playerState).toBe('PAUSED')
  expect(last('ended')).toBeUndefined()
})

test('K1 the network is lost without an end of the connection → noticed by the heartbeat; requests fail until it is back', async () => {
  const { sender, model } = await setUp()
  const connection = await sender({ limits: { heartbeatMs: 100 }, delays: [300, 300, 300] }).connect('loopback', strandApp)
  const { last } = follow(connection)
  model.setOnline(false)
  await expect.poll(() => last('reconnecting')).toBeDefined()
  expect(await codeOf(connection.setVolume(1))).toBe('unreachable')
  model.setOnline(true)
  await expect.poll(() => last('reconnected')).toBeDefined()
  expect(await codeOf(connection.setVolume(1))).toBe('resolved')
})

test('K1 the network is lost and the app ended → ended at the first attempt, and not started again', async () => {
  const { sender, device, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  device.disconnect()
  model.endApp()
  await expect.poll(() => last('ended')?.error.code).toBe('ended')
  expect(model.state().app).toBe(null)
})

test('K1 the network is lost for good → three attempts after 1, 2 and 4 s, then ended; requests are rejected, and nothing throws', async () => {
  const { device, model } = await setUp()
  // The delays of the product.
  const connection = await senderOf(device, { delays: undefined }).connect('loopback', strandApp)
  const { last, events } = follow(connection)
  let attempts = 0
  device.onConnection = (socket) => {
    attempts += 1
    socket.destroy()
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open.push(() => vi.useRealTimers())
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  device.disconnect()
  while (!last('reconnecting')) await turn()
  for (const [n, delay] of [1000, 2000, 4000].entries()) {
    vi.advanceTimersByTime(delay - 1)
    for (let k = 0; k < 20; k += 1) await turn()
    expect(attempts, `${delay - 1} ms after the end of the one before`).toBe(n)
    vi.advanceTimersByTime(1)
    while (attempts <= n) await turn()
    // Until the sender has noticed the end, and waits again.
    while (vi.getTimerCount() === 0 && !last('ended')) await turn()
    const since = performance.now()
    while (performance.now() - since < 100) await turn()
  }
  expect(last('ended')?.error.code).toBe('unreachable')
  expect(attempts).toBe(3)
  expect(events.filter(({ type }) => type === 'reconnecting')).toHaveLength(1)
  expect(model.state().app, 'it outlives its senders').not.toBe(null)
  expect(await codeOf(connection.setVolume(1))).toBe('unreachable')
  connection.send({ type: 'late' })
})

test('K1 the network is lost and the sender leaves → no further attempt', async () => {
  const { sender, device } = await setUp()
  const connection = await sender({ delays: [100, 100, 100] }).connect('loopback', strandApp)
  const { last } = follow(connection)
  let attempts = 0
  device.onConnection = () => void (attempts += 1)
  device.disconnect()
  await expect.poll(() => last('reconnecting')).toBeDefined()
  connection.leave()
  expect(last('ended')?.error.code).toBe('ended')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(attempts).toBe(0)
})
