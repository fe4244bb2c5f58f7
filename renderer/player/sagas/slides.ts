/** Adds the texts of the source to a queue from a device without slides, and leaves them out on such a device. */
import type { Action } from '@reduxjs/toolkit'
import { call, delay, put, select, takeLatest } from 'redux-saga/effects'
import { next as nextCommand, type Command } from '../commands.ts'
import { hasSlides } from '../edits.ts'
import * as facts from '../facts.ts'
import { countOf, findSlides, partAhead, type SourceBefore } from '../missingSlides.ts'
import type { OutputEntry, PlayerPorts, QueueFeed } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueuePage, QueueSource } from '../state.ts'
import { resumeAt } from './remember.ts'

/** The delay (ms) before a page is loaded again, which doubles each time, and its maximum. Ours: the queue plays without its texts. */
const backOff = { first: 5000, longest: 300_000 }

/** Whether this device shows texts. */
const showsSlides = (outputs: readonly OutputEntry[]): boolean => outputs.some(({ id }) => id === 'text')

/** After these, the queue may lack texts, or must not get those that are being loaded. */
const isTrigger = (action: Action<string>): boolean =>
  [facts.queueReplaced, facts.queueAdopted, facts.sessionRestored, facts.queueEmptied, facts.closed].some((fact) => fact.match(action)) ||
  (facts.queueChanged.match(action) && (action.payload.type === 'clear' || action.payload.type === 'undo'))

/** Loads the pages of each new queue again, for their texts. Pages that are loaded afterwards contain them. */
export function* addSlides(feed: QueueFeed, outputs: readonly OutputEntry[]) {
  if (showsSlides(outputs)) yield takeLatest(isTrigger, addSlidesAhead, feed)
}

function* addSlidesAhead(feed: QueueFeed): Generator<unknown, void, any> {
  const { queue }: PlayerState = yield select(selectPlayer)
  const { source } = queue
  const part = partAhead(queue)
  if (source === null || part === null) return
  let before: SourceBefore = { last: part.last, isCut: false, leading: [] }
  for (let from: number | null = part.from; from !== null && from < (part.to ?? Infinity);) {
    const page: QueuePage = yield call(loadPage, feed, source, from, countOf(part, from))
    const { queue: present }: PlayerState = yield select(selectPlayer)
    const found = findSlides(present, { tracks: page.tracks, from }, before)
    if (found.slides.length > 0) yield put(facts.queueChanged({ type: 'addSlides', slides: found.slides }))
    before = found.before
    from = page.next !== null && page.next > from ? page.next : null
  }
}

function* loadPage(feed: QueueFeed, source: QueueSource, from: number, limit: number): Generator<unknown, QueuePage, any> {
  for (let tries = 0; ; tries += 1) {
    try {
      return yield call([feed, feed.more], source, from, limit)
    } catch {
      yield delay(Math.min(backOff.first * 2 ** tries, backOff.longest))
    }
  }
}

/**
 * Leaves out the slides of a queue from a television on a device that does not show them. The next item takes the place of a slide that is
 * the current one. Returns the command with which playback continues there, if `first` is to continue it.
 */
export function* leaveOutSlides(
  ports: Pick<PlayerPorts, 'outputs' | 'memory'>,
  first?: Command,
): Generator<unknown, Command | undefined, any> {
  const { queue: before }: PlayerState = yield select(selectPlayer)
  if (showsSlides(ports.outputs) || !hasSlides(before)) return first
  yield put(facts.queueChanged({ type: 'removeSlides' }))
  const { queue }: PlayerState = yield select(selectPlayer)
  const current = before.items[before.index]
  const item = queue.items[queue.index]
  if (item?.id === current?.id) return first
  if (item === undefined) {
    yield put(facts.queueEmptied())
    return undefined
  }
  yield put(facts.itemShown({ index: queue.index, position: resumeAt(ports, item) }))
  if (before.items.findIndex(({ id }) => id === item.id) > before.index) return first
  // The slide was the last item that is loaded.
  if (queue.next !== null) return first && nextCommand()
  yield put(facts.queueEnded())
  return undefined
}
