/** Scenarios of the queue: order, window, repeat, shuffle and edits. */
import { describe, expect } from 'vitest'
import { player } from '#player/index.ts'
import { advanceTime, source } from './harness.ts'
import {
  add,
  arrives,
  at,
  broken,
  ended,
  go,
  has,
  many,
  move,
  named,
  play,
  playNext,
  queueOf,
  remove,
  undo,
  type Engine,
} from './scenario.ts'

/** Plays the item at this index and waits for the pages that it requests. */
const through = async (engine: Engine, at: number) => {
  engine.dispatch(player.playItem(engine.state.queue.items.at(at)!.id))
  await advanceTime()
}

describe('the queue', () =>
  play([
    {
      title: 'L5 a dead item in the middle → skipped after 2 s',
      queue: 'y:ok1 y:dead y:ok2',
      steps: [ended, 2000],
      loads: 'ok1 dead ok2',
      shows: 'ok1 dead [ok2]',
      reports: 'ok1',
    },
    {
      title: 'L5 L6 all items are dead, repeat is on → the queue ends after one pass',
      queue: 'y:dead1 y:dead2 y:dead3',
      steps: [player.setRepeat(true), 60_000],
      loads: 'dead1 dead2 dead3',
      state: { ended: true, intent: 'pause', phase: 'stopped' },
      reports: '',
    },
    {
      title: 'BY4 an item is moved to the front → the current item plays on',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [move('ok3', 0)],
      loads: 'ok1',
      shows: 'ok3 [ok1] ok2',
    },
    {
      title: 'Q1 an item is moved to the front, then previous → that item plays',
      queue: 'y:ok1 y:ok2',
      steps: [move('ok2', 0), player.previous()],
      loads: 'ok1 ok2',
      shows: '[ok2] ok1',
    },
    {
      title: 'BY4 "play next" on an empty queue → plays at once',
      queue: '',
      steps: [playNext('y:ok1 y:ok2')],
      loads: 'ok1',
      shows: '[ok1] ok2',
    },
    {
      title: 'L5 the end after a fallback at the start → the next item plays',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended],
      loads: 'dead ok1 ok2',
      reports: 'dead',
    },
    {
      title: 'L5 the end after a fallback in the middle → the next item plays',
      queue: 'y:ok1,f:okA y:ok2',
      steps: [at(40), broken, ended],
      loads: 'ok1 okA ok2',
      reports: 'ok1',
    },
    {
      title: 'BY4 the current item is removed → the next item plays',
      queue: 'y:ok1 [y:ok2] y:ok3',
      steps: [remove('ok2')],
      loads: 'ok2 ok3',
      shows: 'ok1 [ok3]',
      state: { phase: 'playing' },
      reports: '',
    },
    {
      title: 'BY4 the current item is removed while paused → the next item is shown, paused',
      queue: 'y:ok1 y:ok2',
      steps: [player.pause(), remove('ok1')],
      loads: 'ok1',
      shows: '[ok2]',
      state: { phase: 'stopped', intent: 'pause', playing: null },
    },
    {
      title: 'BY4 the last item is removed while current → the previous item is shown, stopped',
      queue: 'y:ok1 [y:ok2]',
      steps: [remove('ok2')],
      loads: 'ok2',
      shows: '[ok1]',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'BY4 the only item is removed → the player closes',
      queue: 'y:ok1',
      steps: [remove('ok1')],
      shows: '',
      state: { phase: 'closed', mode: 'hidden', playing: null },
      calls: ['unload'],
    },
    {
      title: 'L6 Q1 repeat at the edge of the window → repeats without waiting for the page',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.setRepeat(true), ended, ended],
      loads: 'ok1 ok1 ok1',
      reports: 'ok1 ok1',
      requests: [1],
    },
    {
      title: 'L6 Q1 next during repeat at the edge of the window → the next item plays once the page arrives',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.setRepeat(true), player.next(), ended, arrives(1)],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'Q1 a featured track in the list → first in the queue, once',
      queue: 'y:ok1 y:ok2 y:ok3',
      request: { featured: named('y:ok2') },
      steps: [ended, ended],
      loads: 'ok2 ok1 ok3',
      shows: 'ok2 ok1 [ok3]',
    },
    {
      title: 'Q1 the featured track is on a later page → not added again',
      queue: 'y:ok1',
      request: { featured: named('y:ok3') },
      pages: { 1: 'y:ok2 y:ok3 y:ok4' },
      steps: [],
      shows: '[ok3] ok1 ok2 ok4',
    },
    {
      title: 'Q1 the sixth item from the end → no page is fetched',
      queue: many(0, 8),
      request: { next: 1000 },
      pages: { 1000: many(1000, 2) },
      steps: [go('ok2')],
      requests: [],
    },
    {
      title: 'Q1 the fifth item from the end → the next page is fetched',
      queue: many(0, 8),
      request: { next: 1000 },
      pages: { 1000: many(1000, 2) },
      steps: [go('ok3')],
      requests: [1000],
    },
    {
      title: 'Q1 within 5 items of the start → the previous page is fetched',
      queue: many(200, 8),
      request: { from: 200, index: 5 },
      pages: { 100: many(100, 100), 0: many(0, 100) },
      steps: [player.previous()],
      requests: [100],
      state: { queue: { index: 104, previous: 100 } },
    },
    {
      title: 'Q1 previous at the start of the window → the previous page is fetched and its last item plays',
      queue: 'y:ok1 y:ok2',
      request: { from: 1 },
      pages: { 0: 'late y:ok0' },
      steps: [player.previous(), arrives(0)],
      loads: 'ok1 ok0',
      shows: '[ok0] ok1 ok2',
      requests: [0],
    },
    {
      title: 'Q1 a list of over 1,000 items → fetched up to 1,000 ahead, 100 at a time',
      queue: many(0, 15),
      pages: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [15 + n * 100, many(15 + n * 100, 100)])),
      world: { checks: false },
      steps: [],
      requests: Array.from({ length: 10 }, (_, n) => 15 + n * 100),
      state: { queue: { next: 1015 } },
    },
    {
      title: 'Q1 pages without playable posts → the following page is fetched',
      queue: 'y:ok1',
      pages: { 1: '', 2: '' },
      request: { next: 1 },
      steps: [ended],
      state: { ended: true, queue: { next: null } },
    },
    {
      title: 'Q1 the end of the last page → the queue ends',
      queue: 'y:ok1',
      pages: { 1: 'y:ok2' },
      steps: [ended, ended],
      state: { ended: true, intent: 'pause', deadItemId: null },
    },
    {
      title: 'Q1 a page fails, then next → the page is fetched again',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'fails' },
      steps: [has(2, 'y:ok3'), player.next()],
      requests: [2, 2],
      shows: 'ok1 [ok2] ok3',
    },
    {
      title: 'Q1 items far from the cursor are dropped; the cursor returns → they are fetched again',
      queue: many(0, 15),
      world: { checks: false },
      pages: { 0: many(0, 15), ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [15 + n * 100, many(15 + n * 100, 100)])) },
      steps: [
        async (engine) => {
          for (let last = ''; queueOf(engine.state).split(' ').at(-1) !== last;) {
            last = queueOf(engine.state).split(' ').at(-1)!
            await through(engine, -1)
          }
          expect(engine.state.queue).toMatchObject({ next: null, previous: expect.any(Number) })
          expect(engine.state.queue.items.length).toBeLessThan(1600)
          for (let n = 0; n < 40; n++) await through(engine, 0)
        },
      ],
      also: ({ state: { queue } }) => {
        expect(queue).toMatchObject({ previous: null, index: 0, next: expect.any(Number) })
        expect(queue.items.length).toBeLessThan(2000)
        expect(queue.items.map(({ postId }) => postId)).toEqual(Array.from({ length: queue.items.length }, (_, n) => `ok${n}`))
      },
    },
    {
      title: 'L6 repeat on → the item plays again; repeat off → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [player.setRepeat(true), ended, player.setRepeat(false), ended],
      loads: 'ok1 ok1 ok2',
    },
    {
      title: 'BY4 shuffle on and off → the current item plays on, and the order is restored',
      queue: `${many(0, 3)} [y:ok3] ${many(4, 6)}`,
      steps: [player.setShuffle(true), player.setShuffle(false)],
      loads: 'ok3',
      shows: `${many(0, 3)} [ok3] ${many(4, 6)}`.replaceAll('y:', ''),
    },
    {
      title: 'BY4 shuffle → mixes the items after the current one only',
      queue: `${many(0, 3)} [y:ok3] ${many(4, 30)}`,
      steps: [player.setShuffle(true)],
      also: ({ state }) => {
        expect(queueOf(state)).toMatch(/^ok0 ok1 ok2 \[ok3\] /)
        expect(queueOf(state)).not.toBe(`${many(0, 3)} [ok3] ${many(4, 30)}`.replaceAll('y:', ''))
      },
    },
  ]))

describe('edits', () =>
  play([
    {
      title: 'BY4 "play next" and "add" → after the current item, and after earlier additions',
      queue: 'y:ok1 y:ok2',
      request: { source },
      steps: [playNext('y:ok3'), add('y:ok4'), playNext('y:ok5')],
      shows: '[ok1] ok5 ok3 ok4 ok2',
    },
    {
      title: 'BY4 undo of "play next" → the items are removed',
      queue: 'y:ok1 y:ok2',
      steps: [playNext('y:ok3 y:ok4'), undo()],
      shows: '[ok1] ok2',
    },
    {
      title: 'BY4 undo of an added item that now plays → its successor plays',
      queue: 'y:ok1 y:ok2',
      steps: [playNext('y:ok3'), player.next(), undo()],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
      loads: 'ok1 ok3 ok2',
    },
    {
      title: 'BY4 undo of a removal after the cursor moved → the item is back in its position',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), player.next(), undo()],
      shows: 'ok1 ok2 [ok3]',
      loads: 'ok1 ok3',
    },
    {
      title: 'BY4 undo of the removal of the former current item → it returns, and the current item plays on',
      queue: 'y:ok1 y:ok2',
      steps: [remove('ok1'), undo()],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'BY4 undo of a removal after a page arrived → the item is back in its position',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok3' },
      steps: [remove('ok2'), arrives(2), undo()],
      shows: '[ok1] ok2 ok3',
    },
    {
      title: 'BY4 undo of a removal after another edit → the item returns, and the other edit stays',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), playNext('y:ok4'), undo(1)],
      shows: '[ok1] ok4 ok2 ok3',
    },
    {
      title: 'BY4 a removed post is on the next page → not added again',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok2 y:ok3' },
      steps: [remove('ok2'), arrives(2)],
      shows: '[ok1] ok3',
    },
    {
      title: 'BY4 undo of a move after the cursor moved → the old order',
      queue: 'y:ok1 y:ok2 y:ok3 y:ok4',
      steps: [move('ok4', 1), player.next(), undo()],
      shows: 'ok1 ok2 ok3 [ok4]',
      loads: 'ok1 ok4',
    },
    {
      title: 'BY4 clear → the current item stays, and no page is fetched',
      queue: 'y:ok1 [y:ok2] y:ok3',
      pages: { 3: 'late y:ok4' },
      steps: [player.clearQueue(), arrives(3), ended],
      shows: '[ok2]',
      state: { ended: true, queue: { next: null } },
    },
    {
      title: 'BY4 undo of clear → the items and the next page are back',
      queue: 'y:ok1 [y:ok2] y:ok3',
      pages: { 3: 'late y:ok4' },
      steps: [player.clearQueue(), undo(), arrives(3)],
      shows: 'ok1 [ok2] ok3 ok4',
    },
    {
      title: 'BY4 undo of the removal of the only item → it is shown, stopped, and its next page is fetched',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [remove('ok1'), undo(), arrives(1)],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { intent: 'pause', phase: 'stopped', mode: 'floating', queue: { source } },
    },
    {
      title: 'BY4 undo of the last of two removals → the first one stays removed',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok1 y:ok3' },
      steps: [remove('ok1'), remove('ok2'), undo(), arrives(2)],
      shows: '[ok2] ok3',
    },
    {
      title: 'BY4 the queue is empty → no page is added',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [remove('ok1'), arrives(1), 1000],
      shows: '',
      state: { phase: 'closed' },
    },
    {
      title: 'BY4 three undos of the same edit → one undo',
      queue: 'y:ok1 y:ok2',
      steps: [
        remove('ok2'),
        (engine) => {
          const { id } = engine.state.queue.edits[0]!
          for (let n = 0; n < 3; n++) engine.dispatch(player.undoEdit(id))
        },
      ],
      shows: '[ok1] ok2',
    },
    {
      title: 'Q1 a deleted post → removed from the queue, and undo does not restore it',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), player.dropPost('ok2'), undo(), player.dropPost('ok1')],
      shows: '[ok3]',
      loads: 'ok1 ok3',
    },
    {
      title: 'Q1 an edited post → the queue shows its new title, and it plays on',
      queue: 'y:ok1 y:ok2',
      steps: [player.reviseTrack({ ...named('y:ok1'), title: 'New' })],
      loads: 'ok1',
      state: { phase: 'playing' },
      also: ({ state }) => expect(state.queue.items[0]!.title).toBe('New'),
    },
    {
      title: 'C5 an edited playlist → the queue shows its new title, and the item plays on',
      queue: 'y:ok1 y:ok2',
      steps: [player.reviseBead({ ...named('y:ok1').bead, title: 'New' })],
      loads: 'ok1',
      state: { phase: 'playing' },
      also: ({ state }) => expect(state.queue.items.map(({ bead }) => bead.title)).toEqual(['New', 'New']),
    },
  ]))
