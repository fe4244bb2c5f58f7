/** Comments that are written on a page while another device plays: the device waits for them at the end of its item (L7, decision 40). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { createNetwork, type TestDevice } from './device-network.ts'
import { advanceTime, track } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function play(device: TestDevice): Promise<void> {
  device.dispatch(player.playQueue({ tracks: ['y:ok1', 'y:ok2', 'f:ok3'].map((text) => track(text)) }))
  await advanceTime(10)
}

/** A page on which a comment is written, and a television. The one that has a queue plays. */
async function pageAndTelevision(join: 'move' | 'control') {
  const network = createNetwork()
  const page = network.add('page')
  const television = network.add('television')
  await play(join === 'move' ? page : television)
  page.dispatch(player.startComposing('a'))
  page.control('television', join)
  await advanceTime(100)
  return { network, page, television }
}

async function endItem(device: TestDevice): Promise<void> {
  device.live.emit({ type: 'time', position: 99, duration: 100 })
  device.live.emit({ type: 'ended' })
  await advanceTime(100)
}

it.each(['move', 'control'] as const)(
  'L7 a comment was begun before the page takes control (%s) → the device waits at the end of its item, until it is sent',
  async (join) => {
    const { page, television, network } = await pageAndTelevision(join)
    await endItem(television)
    expect(page.state).toMatchObject({ composing: ['a'], advanceHeld: true, queue: { index: 0 } })
    page.dispatch(player.stopComposing('a'))
    await advanceTime(100)
    expect(television.state).toMatchObject({ composing: [], queue: { index: 1 } })
    expect(page.state).toMatchObject({ composing: [], queue: { index: 1 } })
    expect(network.invalid).toEqual([])
  },
)

it('L7 the comment is sent at the moment of the move → the device does not wait for it', async () => {
  const network = createNetwork()
  const page = network.add('page')
  const television = network.add('television')
  await play(page)
  page.dispatch(player.startComposing('a'))
  page.control('television', 'move')
  page.dispatch(player.stopComposing('a'))
  await advanceTime(100)
  expect(television.state.composing).toEqual([])
  await endItem(television)
  expect(page.state.queue.index).toBe(1)
})

it('L7 the device is reloaded while a comment is written → it waits at the end of its item', async () => {
  const { page, network } = await pageAndTelevision('control')
  const television = network.add('television')
  await play(television)
  await advanceTime(15_000)
  await endItem(television)
  expect(page.state).toMatchObject({ advanceHeld: true, queue: { index: 0 } })
})

it('L7 the page returns after the device has lost it, and the comment is still written → the device waits again', async () => {
  const { page, television, network } = await pageAndTelevision('control')
  network.disconnect('page')
  network.goneFor('page')
  await advanceTime(100)
  expect(television.state.composing).toEqual([])
  network.connect('page')
  await advanceTime(100)
  await endItem(television)
  expect(page.state).toMatchObject({ advanceHeld: true, queue: { index: 0 } })
})

it('L7 playback returns to the page while a comment is written → the page waits at the end of its item', async () => {
  const { page, television } = await pageAndTelevision('move')
  void page.bringHere()
  await advanceTime(100)
  expect(television.state.composing).toEqual([])
  await endItem(page)
  expect(page.state).toMatchObject({ remote: null, advanceHeld: true, queue: { index: 0 } })
})
