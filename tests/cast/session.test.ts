/** A sender and a device that behaves like a real one, over TLS on the loopback (K1, K2, BZ3). */
import { describe, expect, test } from 'vitest'
import { createCast, defaultReceiver } from '../../electron/cast/index.ts'
import type { Discover } from '../../electron/cast/discovery.ts'
import { maxMessage } from '../support/cast/deviceModel.ts'
import { closeAfterwards, codeOf, follow, items, senderOf, setUp, strandApp } from '../support/cast/world.ts'

closeAfterwards()

describe.each([
  ['answers first', true],
  ['broadcasts first', false],
])('a device that %s', (_what, answersFirst) => {
  test('K1 K2 the default receiver plays a queue: load, pause, seek, next, volume, the end of an item, stop', async () => {
    const { sender, model, advance } = await setUp({ answersFirst })
    const connection = await sender().connect('loopback', defaultReceiver)
    const { last } = follow(connection)
    const loaded = await connection.media({ type: 'QUEUE_LOAD', items: items(3), startIndex: 1, currentTime: 7 })
    expect(loaded).toMatchObject({ playerState: 'PLAYING', currentTime: 7, media: { contentId: 'https://example.org/1.mp4' } })
    expect(loaded?.items).toHaveLength(3)
    advance(2)
    await connection.media({ type: 'PAUSE' })
    expect(last('media')?.media).toMatchObject({ playerState: 'PAUSED', currentTime: 9 })
    await connection.media({ type: 'SEEK', currentTime: 3 })
    await connection.media({ type: 'PLAY' })
    expect(last('media')?.media).toMatchObject({ playerState: 'PLAYING', currentTime: 3 })
    await connection.media({ type: 'QUEUE_UPDATE', jump: 1 })
    expect(last('media')?.media).toMatchObject({ media: { contentId: 'https://example.org/2.mp4' }, currentTime: 0 })
    await connection.setVolume(0.4)
    await expect.poll(() => last('volume')).toEqual({ type: 'volume', level: 0.4, muted: false })
    model.finishItem()
    await expect.poll(() => last('media')?.media).toMatchObject({ playerState: 'IDLE', idleReason: 'FINISHED' })
    expect(await codeOf(connection.media({ type: 'PAUSE' }))).toBe('refused')
    await connection.stop()
    expect(last('ended')?.error.code).toBe('ended')
    expect(model.state().app).toBe(null)
  })

  test('BZ3 K1 the app of Strand gets messages and answers each sender; it outlives them, and a second sender joins it', async () => {
    const received: [string, unknown][] = []
    const { sender, model } = await setUp({ answersFirst, onStrandMessage: (from, body) => void received.push([from, body]) })
    const first = await sender().connect('loopback', strandApp)
    const { last } = follow(first)
    const { sessionId } = model.state().app!
    first.send({ type: 'sync' })
    await expect.poll(() => received).toHaveLength(1)
    model.sendFromApp({ type: 'state', title: 'Für Elise' }, received[0]![0])
    await expect.poll(() => last('message')?.body).toMatchObject({ title: 'Für Elise' })

    const second = await sender().connect('loopback', strandApp)
    const other = follow(second)
    expect(model.state().app?.sessionId, 'it was not started again').toBe(sessionId)
    second.send({ type: 'sync' })
    await expect.poll(() => received).toHaveLength(2)
    model.sendFromApp({ type: 'fact' })
    await expect.poll(() => [last('message')?.body['type'], other.last('message')?.body['type']]).toEqual(['fact', 'fact'])
    first.leave()
    second.leave()
    expect(model.state().app?.sessionId).toBe(sessionId)
  })
})

test('K1 an app that the device does not have → no_app', async () => {
  const { sender } = await setUp({ apps: [defaultReceiver] })
  expect(await codeOf(sender().connect('loopback', strandApp))).toBe('no_app')
})

test('K1 an unknown device → unreachable', async () => {
  const { sender } = await setUp()
  expect(await codeOf(sender().connect('another', strandApp))).toBe('unreachable')
})

test('K1 a medium that cannot be played → refused and reported; another one can be loaded', async () => {
  const { sender } = await setUp({ unplayable: ['https://example.org/0.mp4'] })
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  expect(await codeOf(connection.media({ type: 'LOAD', media: items(1)[0]!.media }))).toBe('refused')
  await expect.poll(() => last('media')?.media).toMatchObject({ playerState: 'IDLE', idleReason: 'ERROR' })
  expect(await codeOf(connection.media({ type: 'LOAD', media: { contentId: 'https://example.org/9.mp4' } }))).toBe('resolved')
  expect(last('media')?.media?.idleReason, 'of the medium before').toBeUndefined()
})

test('K1 two loads, one after the other → the first is cancelled, which is no failure; the second plays', async () => {
  const { sender, model, advance } = await setUp({ loadMs: 500 })
  const connection = await sender().connect('loopback', defaultReceiver)
  follow(connection)
  const load = (n: number) => connection.media({ type: 'LOAD', media: { contentId: `https://example.org/${n}.mp4` } })
  const first = codeOf(load(1))
  const second = load(2)
  expect(await first).toBe('cancelled')
  advance(1)
  model.tick()
  expect(await second).toMatchObject({ playerState: 'PLAYING', media: { contentId: 'https://example.org/2.mp4' } })
})

test('K2 the clock moves on → the queue goes from item to item, and an inserted one is played', async () => {
  const { sender, model, advance } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  const marked = items(2).map((item, n) => ({ ...item, customData: { postId: `post-${n}` } }))
  await connection.media({ type: 'QUEUE_LOAD', items: marked, startIndex: 0 })
  await connection.media({ type: 'QUEUE_INSERT', items: [{ media: { contentId: 'https://example.org/more.mp4', duration: 10 } }] })
  const contentId = () => last('media')?.media?.media?.contentId
  for (const expected of ['https://example.org/1.mp4', 'https://example.org/more.mp4']) {
    advance(10)
    model.tick()
    await expect.poll(contentId).toBe(expected)
  }
  expect(last('media')?.media?.items?.map((item) => item.customData)).toEqual([{ postId: 'post-1' }, undefined])
  advance(10)
  model.tick()
  await expect.poll(() => last('media')?.media).toMatchObject({ playerState: 'IDLE', idleReason: 'FINISHED' })
})

test('K1 the next item of the queue loads → the device is idle, and can be controlled', async () => {
  const { sender, model, advance } = await setUp({ loadMs: 500 })
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  const loaded = connection.media({ type: 'QUEUE_LOAD', items: items(3), startIndex: 0 })
  await expect.poll(() => (advance(1), model.tick(), last('media')?.media?.playerState)).toBe('PLAYING')
  await loaded
  advance(10)
  model.tick()
  await expect.poll(() => last('media')?.media).toMatchObject({ playerState: 'IDLE', idleReason: 'FINISHED' })
  await connection.media({ type: 'QUEUE_UPDATE', jump: 1 })
  expect(last('media')?.media).toMatchObject({ playerState: 'PLAYING', media: { contentId: 'https://example.org/1.mp4' } })
  expect(last('media')?.media?.idleReason).toBeUndefined()
})

test('K1 an update that contains only what has changed → the medium and the neighbours stay known', async () => {
  const { sender } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  await connection.media({ type: 'QUEUE_LOAD', items: items(3), startIndex: 1 })
  await connection.media({ type: 'PAUSE' })
  expect(last('media')?.media).toMatchObject({ playerState: 'PAUSED', media: { contentId: 'https://example.org/1.mp4', duration: 10 } })
  expect(last('media')?.media?.items).toHaveLength(3)
})

test('BZ3 K1 a second sender joins the default receiver → it knows medium and volume at once, and both control it', async () => {
  const { sender, model } = await setUp()
  const first = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(first)
  await first.media({ type: 'QUEUE_LOAD', items: items(2), startIndex: 1, currentTime: 3 })
  await first.setVolume(0.2)
  await first.setMuted(true)
  const { sessionId } = model.state().app!

  const second = await sender().connect('loopback', defaultReceiver)
  const other = follow(second)
  expect(model.state().app?.sessionId).toBe(sessionId)
  expect(other.last('media')?.media).toMatchObject({
    playerState: 'PLAYING',
    currentTime: 3,
    media: { contentId: 'https://example.org/1.mp4' },
  })
  expect(other.last('volume')).toMatchObject({ level: 0.2, muted: true })
  await second.media({ type: 'PAUSE' })
  await expect.poll(() => last('media')?.media?.playerState).toBe('PAUSED')
  await second.stop()
  await expect.poll(() => last('ended')?.error.code).toBe('ended')
  expect(await codeOf(second.setVolume(1))).toBe('unreachable')
})

test('K1 a volume that is no number → invalid, one beyond the limits → the limit', async () => {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  follow(connection)
  expect(await codeOf(connection.setVolume(NaN))).toBe('invalid')
  await connection.setVolume(0.5)
  await connection.setVolume(7)
  expect(model.state().volume.level).toBe(1)
})

test('K2 a device shows only the neighbours of the current item, and closes the connection on messages above 64 KB', async () => {
  const { sender, model, device } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  const loaded = await connection.media({ type: 'QUEUE_LOAD', items: items(15), startIndex: 7 })
  expect(loaded?.items).toHaveLength(3)
  const body = { type: 'X', text: 'x'.repeat(maxMessage) }
  expect(model.receive({ source: 's', destination: 'receiver-0', namespace: 'n', body })).toBe(false)
  const large = { type: 'LOAD', media: { contentId: 'https://example.org/1.mp4', customData: body } } as const
  expect(await codeOf(connection.media(large)), 'it is not sent').toBe('invalid')
  expect(device.sockets.size).toBe(1)
  expect(last('ended')).toBeUndefined()
})

test('K1 the person ends the app with the remote control of the television → ended', async () => {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', strandApp)
  const { last } = follow(connection)
  model.endApp()
  await expect.poll(() => last('ended')?.error.code).toBe('ended')
})

test('K1 a sender leaves → the app goes on without it', async () => {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', strandApp)
  const { transportId } = model.state().app!
  const isJoined = () => model.state().joined.some((pair) => pair.endsWith(` ${transportId}`))
  await expect.poll(isJoined).toBe(true)
  connection.leave()
  await expect.poll(isJoined).toBe(false)
  expect(model.state().app).not.toBe(null)
})

test('K1 listeners that throw → logged; the others get the event, and no rejection is unhandled', async () => {
  const { device, model } = await setUp()
  const logged: string[] = []
  const cast = senderOf(device, { log: (text) => void logged.push(text) })
  cast.watch(() => {
    throw new Error('broken list')
  })
  const connection = await cast.connect('loopback', strandApp)
  connection.subscribe(() => {
    throw new Error('broken listener')
  })
  const { last } = follow(connection)
  model.endApp()
  await expect.poll(() => last('ended')).toBeDefined()
  expect(logged.join()).toContain('broken list')
  expect(logged.join()).toContain('broken listener')
})

test('K1 a network that announces ever new devices → only the ones of the last list are known', async () => {
  const { device } = await setUp()
  let announce: Parameters<Discover>[0] = () => undefined
  const cast = createCast({ log: () => undefined, discover: (onDevices) => ((announce = onDevices), () => undefined) })
  const lists: string[][] = []
  const stop = cast.watch((devices) => void lists.push(devices.map((one) => Object.keys(one).join())))
  announce([{ ...device, id: 'old' }])
  announce([device])
  expect(lists, 'without addresses').toEqual([['id,name,model,hasScreen'], ['id,name,model,hasScreen']])
  expect(await codeOf(cast.connect('old', strandApp))).toBe('unreachable')
  stop()
  expect(await codeOf(cast.connect('loopback', strandApp).then(follow)), 'after the list was closed').toBe('resolved')
})

test('K1 a search for devices that fails → logged, and nothing is found', () => {
  const logged: string[] = []
  const cast = createCast({
    log: (text) => void logged.push(text),
    discover: () => {
      throw new Error('no network')
    },
  })
  cast.watch(() => undefined)()
  expect(logged.join()).toContain('no network')
})
