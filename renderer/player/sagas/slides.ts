/** Adds the texts of the source to a queue from a device without slides, and leaves them out on such a device. */
import { put, retry, select, takeLatest } from 'redux-saga/effects'
import { hasSlides, withoutSlides } from '../edits.ts'
import * as facts from '../facts.ts'
import type { OutputEntry, QueueFeed } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import { countOf, findSlides, partAhead } from '../slides.ts'
import type { PlayerState, QueuePage } from '../state.ts'

/** Attempts to load a page, and the delay between them (ms). Ours: after that, its texts are missing. */
const attempts = 4
const retryDelayMs = 5000

/** Whether this device shows texts. */
const showsSlides = (outputs: readonly OutputEntry[]): boolean => outputs.some(({ id }) => id === 'text')

/** Loads the pages of each new queue again, for their texts. Pages that are loaded afterwards contain them. */
export function* addSlides(feed: QueueFeed, outputs: readonly OutputEntry[]) {
  if (!showsSlides(outputs)) return
  yield takeLatest([facts.queueReplaced, facts.queueAdopted, facts.queueEmptied, facts.closed], addSlidesAhead, feed)
}

function* addSlidesAhead(feed: QueueFeed): Generator<unknown, void, any> {
  const { queue }: PlayerState = yield select(selectPlayer)
  const { source } = queue
  const part = partAhead(queue)
  if (source === null || part === null) return
  let { last } = part
  for (let from: number | null = part.from; from !== null && from < (part.to ?? Infinity);) {
    const at: number = from
    let page: QueuePage
    try {
      page = yield retry(attempts, retryDelayMs, () => feed.more(source, at, countOf(part, at)))
    } catch {
      return
    }
    const { queue: present }: PlayerState = yield select(selectPlayer)
    const found = findSlides(present, page.tracks, last)
    if (found.slides.length > 0) yield put(facts.queueChanged({ type: 'addSlides', slides: found.slides }))
    last = found.last
    from = page.next !== null && page.next > at ? page.next : null
  }
}

/** Leaves out the slides of a queue from a television on a device that does not show them. The next item takes the place of a current one. */
export function* leaveOutSlides(outputs: readonly OutputEntry[]): Generator<unknown, void, any> {
  const { queue, repeat, position, duration }: PlayerState = yield select(selectPlayer)
  if (showsSlides(outputs) || !hasSlides(queue)) return
  const left = withoutSlides(queue)
  const item = left.items[left.index]
  const isSame = item !== undefined && item.id === queue.items[queue.index]?.id
  const place = isSame ? { position, duration } : { position: item?.startTime ?? 0, duration: item?.duration ?? 0 }
  yield put(facts.queueAdopted({ queue: left, repeat, ...place }))
  if (item === undefined) yield put(facts.queueEmptied())
}
