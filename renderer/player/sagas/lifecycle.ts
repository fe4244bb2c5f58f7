/** Pauses when the page is left, and restores the item when the page returns from the back/forward cache. */
import { eventChannel, type EventChannel } from 'redux-saga'
import { put, take } from 'redux-saga/effects'
import { leavePage, restorePage } from '../commands.ts'
import type { PageChange, PageLifecycle } from '../ports.ts'

export function* followPage(lifecycle: PageLifecycle): Generator<unknown, void, any> {
  const changes: EventChannel<PageChange> = eventChannel((emit) => lifecycle.subscribe(emit))
  try {
    for (;;) {
      const change: PageChange = yield take(changes)
      yield put(change === 'left' ? leavePage() : restorePage())
    }
  } finally {
    changes.close()
  }
}
