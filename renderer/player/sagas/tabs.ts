/** Lets one tab play at a time: the one that started last. */
import { eventChannel, type EventChannel } from 'redux-saga'
import { put, race, select, take } from 'redux-saga/effects'
import { pause } from '../commands.ts'
import { playbackStarted } from '../facts.ts'
import type { Tabs } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

export function* pauseOtherTabs(tabs: Tabs): Generator<unknown, void, any> {
  const others: EventChannel<true> = eventChannel((emit) => tabs.subscribe(() => emit(true)))
  try {
    for (let isOurs = false; ;) {
      const { other, started } = yield race({ other: take(others), started: take(playbackStarted) })
      if (started !== undefined && !isOurs) {
        isOurs = true
        tabs.claim()
      }
      if (other !== undefined) {
        isOurs = false
        // By the intent, not the phase: between two items, the next one would start.
        const { intent }: PlayerState = yield select(selectPlayer)
        if (intent === 'play') yield put(pause())
      }
    }
  } finally {
    others.close()
  }
}
