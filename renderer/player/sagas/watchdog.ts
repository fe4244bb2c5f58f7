import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { delay, race, select, take } from 'redux-saga/effects'
import { bufferingStarted, gestureNeeded, intentChanged, playbackAwaited, playbackStarted, playbackStopped } from '../facts.ts'
import type { Visibility } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

/** Within which a stream must start. */
const startTimeoutMs = 15_000
/** The same while it buffers midway, likely on a slow network (ours: a tunnel is shorter), and in a hidden tab, which browsers throttle. */
const longTimeoutMs = 60_000

/**
 * Returns when a stream that should play has been silent for too long, at its start or while it buffers. Time does not count
 * while paused or while a gesture is awaited.
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
