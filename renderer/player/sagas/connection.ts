/** Waits until a request or stream that failed by the network should be tried again. */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import { intentChanged, networkChanged } from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

/** The waiting time (ms) before the first retry, which doubles each time, and its maximum. */
const backOff = { first: 2000, longest: 60_000 }
/**
 * After so many retries, about a minute, it gives up if Strand responds: then the network works, and the medium's
 * server is down.
 */
const maxTries = 4

/**
 * `restart`: retry now and start the back-off over, because conditions changed; `giveUp`: another retry is pointless.
 */
export type Retry = 'retry' | 'restart' | 'giveUp'

interface Signals {
  changed?: true
  commanded?: ReturnType<typeof intentChanged>
  due?: true
  reachable?: boolean
}

/**
 * Returns after a back-off that grows with `tries`, or at once when the network is back, the page becomes visible or
 * the person presses play. While the device is offline or playback is paused, the back-off does not run.
 */
export function* awaitRetry({ network, visibility }: PlayerPorts, tries: number): Generator<unknown, Retry, any> {
  const changes: EventChannel<true> = eventChannel((emit) => {
    const unsubscribe = [network.subscribe(() => emit(true)), visibility.subscribe(() => emit(true))]
    return () => unsubscribe.forEach((one) => one())
  }, buffers.sliding(1))
  try {
    let isOnline = network.online()
    yield put(networkChanged({ offline: !isOnline, unreachable: isOnline }))
    for (let isDue = false; ;) {
      const { intent }: PlayerState = yield select(selectPlayer)
      const { changed, commanded, due, reachable }: Signals = yield race({
        changed: take(changes),
        commanded: take(intentChanged),
        ...(isDue ? { reachable: call([network, network.reachable]) } : {}),
        ...(!isDue && isOnline && intent === 'play' ? { due: delay(Math.min(backOff.first * 2 ** tries, backOff.longest)) } : {}),
      })
      // Never gives up in a hidden page, where the browser itself may block media.
      isDue = due === true && tries >= maxTries && !visibility.hidden()
      if (reachable === true) return yield* finish('giveUp')
      if (reachable === false || (due === true && !isDue)) return yield* finish('retry')
      if (commanded?.payload === 'play') return yield* finish('restart')
      if (changed === true && network.online() && !visibility.hidden()) return yield* finish('restart')
      if (network.online() === isOnline) continue
      isOnline = !isOnline
      yield put(networkChanged({ offline: !isOnline, unreachable: isOnline }))
    }
  } finally {
    changes.close()
  }
}

function* finish(retry: Retry) {
  yield put(networkChanged({ offline: false, unreachable: false }))
  return retry
}
