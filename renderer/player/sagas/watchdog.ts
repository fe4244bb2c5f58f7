import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { delay, race, select, take } from 'redux-saga/effects'
import { bufferingStarted, gestureNeeded, intentChanged, playbackAwaited, playbackStarted, playbackStopped } from '../facts.ts'
import type { Visibility } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

/** Milliseconds in which a stream must be heard, or it counts as one that is silent for ever. */
const patience = 15_000
/**
 * The same in the middle, where a slow network is the likelier reason (ours: a tunnel is shorter), and in a hidden tab, whose
 * timers and loads the browser holds back.
 */
const longPatience = 60_000

/**
 * Returns when a stream that should be heard has been silent for too long, be it at its beginning or where
 * it waits for data in the middle. Time does not count while
 * the person has paused or while a gesture is awaited.
 */
export function* watchdog(visibility: Visibility): Generator<unknown, void, any> {
  const seen: EventChannel<true> = eventChannel((emit) => visibility.subscribe(() => emit(true)), buffers.sliding(1))
  try {
    for (;;) {
      const { phase, intent, buffering }: PlayerState = yield select(selectPlayer)
      const counts = (phase === 'loading' || buffering) && intent === 'play'
      const { silent } = yield race({
        changed: take([bufferingStarted, intentChanged, gestureNeeded, playbackAwaited, playbackStarted, playbackStopped]),
        seen: take(seen),
        ...(counts && { silent: delay(buffering || visibility.hidden() ? longPatience : patience) }),
      })
      if (silent === true) return
    }
  } finally {
    seen.close()
  }
}
