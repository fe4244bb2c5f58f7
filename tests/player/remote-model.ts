/**
 * Random sequences of commands on several devices, reports, disconnections and moves. Remotes agree with their devices once the network is
 * quiet; without a removal, not all queues are empty; if the member uses one device only, never two devices play; and only the television
 * has slides. Two files, which run at the same time: this is most of the work of the unit tests.
 */
import { afterEach, beforeEach, it, vi } from 'vitest'
import { hasSlides } from '#player/edits.ts'
import { isSlide, player, selectIsPlaying } from '#player/index.ts'
import { sharedStateOf } from '#player/remote/mirror.ts'
import { generator as seededRandom } from '#player/queue.ts'
import { createNetwork, type TestDevice } from './device-network.ts'
import { advanceTime, slide, source, track } from './harness.ts'

/** `STRAND_MODEL_RUNS` runs more sequences. */
const sequences = Number(process.env['STRAND_MODEL_RUNS'] ?? 10_000)
const steps = 12
const names = ['page', 'phone', 'television']
/** The posts of the source: a page has those with a medium. */
const posts = [track('y:ok1'), slide('ok text'), track('f:ok2'), track('y:ok3'), slide('ok end'), track('f:ok4')]
/** Sequences per test: few, so that a failure is reported early. */
const perTest = 500

interface Participant {
  device: TestDevice
  target: string | null
}

/** @param isAlone the member uses the first device only: then two devices may never play. */
async function runSequence(seed: number, isAlone: boolean): Promise<void> {
  const random = seededRandom((seed * 0.618033988749895) % 1)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const network = createNetwork({ delayMs: () => Math.floor(random() * 40), repeats: () => random() < 0.1 })
  const all: Participant[] = names.map((id) => ({
    device: network.add(id, { checks: false, showsSlides: id === 'television', pages: { 0: { tracks: posts, next: null } } }),
    target: null,
  }))
  const offline = new Set<string>()
  const log: string[] = []
  const fail = (why: string): never => {
    throw new Error(`seed ${seed}: ${why}\n${log.join('\n')}`)
  }

  const [page] = all
  page!.device.dispatch(player.playQueue({ tracks: posts.filter((post) => !isSlide(post)), source }))
  await advanceTime(5)

  /** A device was left playing or was unreachable, so two may play. */
  let mayPlayTwice = false

  /** A controlled device does not control another one: the app disconnects it from its own target first. */
  const isFree = (id: string) => all.every(({ device, target }) => target !== id || device.id === id)

  const itemOf = ({ device }: Participant) => pick(device.state.queue.items)?.id ?? 'q0'
  const actions: Record<string, (one: Participant) => void | Promise<void>> = {
    play: ({ device }) => void device.dispatch(player.play()),
    pause: ({ device }) => void device.dispatch(player.pause()),
    toggle: ({ device }) => void device.dispatch(player.toggle()),
    next: ({ device }) => void device.dispatch(player.next()),
    previous: ({ device }) => void device.dispatch(player.previous()),
    seek: ({ device }) => void device.dispatch(player.seek(Math.floor(random() * 100))),
    repeat: ({ device }) => void device.dispatch(player.setRepeat(random() < 0.5)),
    shuffle: ({ device }) => void device.dispatch(player.setShuffle(random() < 0.5)),
    volume: ({ device }) => void device.dispatch(player.setVolume(Math.floor(random() * 10) / 10)),
    add: ({ device }) => void device.dispatch(player.addToQueue([track('y:ok5')])),
    playNext: ({ device }) => void device.dispatch(player.playNext([track('f:ok6')])),
    remove: (one) => void one.device.dispatch(player.removeItems([itemOf(one)])),
    move: (one) => void one.device.dispatch(player.moveItem({ id: itemOf(one), to: Math.floor(random() * 4) })),
    jump: (one) => void one.device.dispatch(player.playItem(itemOf(one))),
    undo: ({ device }) => void device.dispatch(player.undoEdit(device.state.queue.edits.at(-1)?.id ?? 0)),
    ends({ device }) {
      const { playing, phase } = device.state
      if (device.state.remote !== null || playing === null || phase !== 'playing') return
      device.live.emit({ type: 'ended' })
    },
    time({ device }) {
      if (device.state.remote === null && device.state.phase === 'playing')
        device.live.emit({ type: 'time', position: Math.floor(random() * 90), duration: 100 })
    },
    control(one) {
      const target = pick(names)
      const other = all.find(({ device }) => device.id === target)!
      if (one.target !== null || target === one.device.id || other.target !== null || !isFree(one.device.id)) return
      const isOurs = selectIsPlaying(one.device.store.getState())
      one.device.control(target, isOurs || other.device.state.queue.index < 0 ? 'move' : 'control')
      one.target = target
    },
    async bring(one) {
      if (one.target === null) return
      const isReleased = one.device.bringHere()
      await advanceTime(1001)
      // The app shows that the device does not respond, and does not start to play.
      if (!(await isReleased)) {
        one.device.dispatch(player.pause())
        mayPlayTwice = true
      }
      one.target = null
    },
    leave(one) {
      if (one.target === null) return
      one.device.setDriver(null)
      one.target = null
      mayPlayTwice = true
    },
    disconnect({ device: { id } }) {
      if (offline.has(id)) return
      offline.add(id)
      network.disconnect(id)
    },
    connect({ device: { id } }) {
      if (!offline.delete(id)) return
      network.connect(id)
    },
  }

  const clearReleasedTargets = () => {
    for (const one of all) if (one.device.state.remote === null) one.target = null
  }
  for (let step = 0; step < steps; step += 1) {
    const one = isAlone ? page! : pick(all)
    const name = one.target === null && random() < 0.2 ? 'control' : pick(Object.keys(actions))
    log.push(`${one.device.id} ${name}`)
    await actions[name]!(one)
    await advanceTime(pick([0, 5, 50, 300]))
    clearReleasedTargets()
    for (const { device } of all) {
      if (device.state.remote === null) continue
      if (device.losses.length > 0) mayPlayTwice = true
      const hasOutput = [device.youtube, device.hosted, device.text].some(({ listeners }) => listeners.size > 0)
      if (hasOutput) fail(`${device.id} has a loaded output while it controls ${device.state.remote.id}`)
    }
  }

  for (const id of [...offline]) {
    log.push(`${id} connects`)
    network.connect(id)
  }
  await advanceTime(15_000)
  clearReleasedTargets()
  if (all.some(({ device }) => device.losses.length > 0)) mayPlayTwice = true
  const audible = all.filter(({ device }) => device.state.remote === null && selectIsPlaying(device.store.getState()))
  if (isAlone && !mayPlayTwice && audible.length > 1) fail(`${audible.map(({ device }) => device.id).join(' and ')} play at the same time`)
  for (const { device, target } of all) {
    if (target === null) continue
    const targetDevice = all.find((other) => other.device.id === target)!.device
    const [mine, theirs] = [device, targetDevice].map((one) => ({ ...sharedStateOf(one.state), position: 0 }))
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
      const differing = Object.keys(mine!).filter((key) => JSON.stringify(mine![key as never]) !== JSON.stringify(theirs![key as never]))
      fail(`${device.id} disagrees with ${target} about ${differing.join(', ')}`)
    }
  }
  for (const { device } of all)
    if (device.id !== 'television' && device.state.remote === null && hasSlides(device.state.queue)) fail(`${device.id} has slides`)
  if (all.every(({ device }) => device.state.queue.items.length === 0) && !log.some((entry) => /remove|undo/.test(entry)))
    fail('the queue is lost')
  if (network.invalid.length > 0) fail(`invalid message ${JSON.stringify(network.invalid[0]).slice(0, 300)}`)
  for (const { device } of all) device.task.cancel()
}

/**
 * Registers the tests of a file.
 * @param isAlone the member uses one device only, instead of three
 */
export function testModel(isAlone: boolean): void {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  for (let first = 1; first <= sequences / 2; first += perTest)
    it(`BZ4 BZ10 BY10 random use of ${isAlone ? 'one' : 'three'} of three devices, seeds from ${first} → remotes agree with their devices${isAlone ? ', and one plays' : ''}; not all queues are empty`, async () => {
      for (let seed = first; seed < first + perTest && seed <= sequences / 2; seed += 1) {
        await runSequence(seed, isAlone)
        vi.clearAllTimers()
      }
    }, 120_000)
}
