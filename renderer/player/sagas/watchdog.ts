import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { delay, race, select, take } from 'redux-saga/effects'
import { bufferingStarted, gestureNeeded, intentChanged, playbackAwaited, playbackStarted, playbackStopped } from '../facts.ts'
import type { Visibility } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

/** Time in which a stream must start (ms). */
const startTimeoutMs = 15_000
/**
 * Time limit (ms) while a stream buffers midway, probably on a slow network, and in a hidden tab, which browsers
 * throttle. Our own choice: it should outlast a gap in mobile reception, such as a tunnel.
 */
const longTimeoutMs = 60_000

/**
 * Returns when a stream that should play has not played for too long, at its start or while it buffers. The time does
 * not run while it is paused or a user gesture is needed.
 */
export function* watchSilence(visibility: Visibility): Generator<unknown, void, any> {
  const seen: EventChannel<true> = eventChannel((emit) => visibility.subscribe(() => emit(true)), buffers.sliding(1))
  try {
    for (;;) {
      const { phase, intent, buffering }: PlayerState = yield select(selectPlayer)
      const counts = (phase === 'loading' || buffering) && intent === 'play'
      const { silent } = yield race({
        changed: take([bufferingStarted, intentChanged, gestureNeeded, playbackAwaited, playbackStarted, playbackStopped]),
        seen: take(seen),
        ...(counts && { silent: delay(buffering || visibility.hidden() ? longTimeoutMs : startTimeoutMs) }),
      })
      if (silent === true) return
    }
  } finally {
    seen.close()
  }
}
