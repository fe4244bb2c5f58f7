import { describe, expect } from 'vitest'
import { player, type SavedSession } from '#player/index.ts'
import { pass, source } from './harness.ts'
import {
  add,
  arrives,
  at,
  broken,
  ended,
  go,
  has,
  hide,
  many,
  move,
  named,
  offline,
  online,
  otherTab,
  play,
  playNext,
  queueOf,
  remove,
  show,
  tracks,
  undo,
  unreachable,
  type Engine,
} from './scenario.ts'

/** Plays the item at this place and lets the pages come that it wants. */
const through = async (engine: Engine, at: number) => {
  engine.dispatch(player.playItem(engine.state.queue.items.at(at)!.id))
  await pass()
}

describe('the queue', () =>
  play([
    {
      title: 'L5 a dead item in the middle is skipped',
      queue: 'y:ok1 y:dead y:ok2',
      steps: [ended, 2000],
      loads: 'ok1 dead ok2',
      shows: 'ok1 dead [ok2]',
      reports: 'ok1',
    },
    {
      title: 'L5 L6 a queue in which all are dead ends after one pass, repeat or not',
      queue: 'y:dead1 y:dead2 y:dead3',
      steps: [player.setRepeat(true), 60_000],
      loads: 'dead1 dead2 dead3',
      state: { ended: true, intent: 'pause', phase: 'stopped' },
      reports: '',
    },
    {
      title: 'BY4 what is moved to the first place does not move what plays',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [move('ok3', 0)],
      loads: 'ok1',
      shows: 'ok3 [ok1] ok2',
    },
    {
      title: 'Q1 what was moved to the first place is where previous leads',
      queue: 'y:ok1 y:ok2',
      steps: [move('ok2', 0), player.previous()],
      loads: 'ok1 ok2',
      shows: '[ok2] ok1',
    },
    {
      title: 'BY4 what is put into an empty queue plays at once',
      queue: '',
      steps: [playNext('y:ok1 y:ok2')],
      loads: 'ok1',
      shows: '[ok1] ok2',
    },
    {
      title: 'L5 after a fallback the end still advances',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended],
      loads: 'dead ok1 ok2',
      reports: 'dead',
    },
    {
      title: 'L5 after a fallback in mid-play the end still advances',
      queue: 'y:ok1,f:okA y:ok2',
      steps: [at(40), broken, ended],
      loads: 'ok1 okA ok2',
      reports: 'ok1',
    },
    {
      title: 'BY4 where the current item is removed, the one behind it plays',
      queue: 'y:ok1 [y:ok2] y:ok3',
      steps: [remove('ok2')],
      loads: 'ok2 ok3',
      shows: 'ok1 [ok3]',
      state: { phase: 'playing' },
      reports: '',
    },
    {
      title: 'BY4 where the current item is removed while paused, the one behind it waits',
      queue: 'y:ok1 y:ok2',
      steps: [player.pause(), remove('ok1')],
      loads: 'ok1',
      shows: '[ok2]',
      state: { phase: 'stopped', intent: 'pause', playing: null },
    },
    {
      title: 'BY4 where the last item is removed, the one before it is shown',
      queue: 'y:ok1 [y:ok2]',
      steps: [remove('ok2')],
      loads: 'ok2',
      shows: '[ok1]',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'BY4 where the only item is removed, the player closes',
      queue: 'y:ok1',
      steps: [remove('ok1')],
      shows: '',
      state: { phase: 'closed', mode: 'hidden', playing: null },
      told: ['unload'],
    },
    {
      title: 'L6 Q1 at the edge of the window a repeated item does not wait for the page',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.setRepeat(true), ended, ended],
      loads: 'ok1 ok1 ok1',
      reports: 'ok1 ok1',
      asks: [1],
    },
    {
      title: 'L6 Q1 at the edge of the window next leaves a repeated item once the page is there',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.setRepeat(true), player.next(), ended, arrives(1)],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'Q1 the featured track comes first, and not again',
      queue: 'y:ok1 y:ok2 y:ok3',
      ask: { featured: named('y:ok2') },
      steps: [ended, ended],
      loads: 'ok2 ok1 ok3',
      shows: 'ok2 ok1 [ok3]',
    },
    {
      title: 'Q1 the featured track does not come with a later page either',
      queue: 'y:ok1',
      ask: { featured: named('y:ok3') },
      pages: { 1: 'y:ok2 y:ok3 y:ok4' },
      steps: [],
      shows: '[ok3] ok1 ok2 ok4',
    },
    {
      title: 'Q1 more is fetched within 5 of the end, not before',
      queue: many(0, 8),
      ask: { next: 1000 },
      pages: { 1000: many(1000, 2) },
      steps: [go('ok2')],
      asks: [],
    },
    {
      title: 'Q1 the fifth but last fetches more',
      queue: many(0, 8),
      ask: { next: 1000 },
      pages: { 1000: many(1000, 2) },
      steps: [go('ok3')],
      asks: [1000],
    },
    {
      title: 'Q1 what is before is fetched within 5 of the beginning',
      queue: many(200, 8),
      ask: { from: 200, index: 5 },
      pages: { 100: many(100, 100), 0: many(0, 100) },
      steps: [player.previous()],
      asks: [100],
      state: { queue: { index: 104, previous: 100 } },
    },
    {
      title: 'Q1 going back to the beginning fetches the page before and goes on',
      queue: 'y:ok1 y:ok2',
      ask: { from: 1 },
      pages: { 0: 'late y:ok0' },
      steps: [player.previous(), arrives(0)],
      loads: 'ok1 ok0',
      shows: '[ok0] ok1 ok2',
      asks: [0],
    },
    {
      title: 'Q1 a list of more than 1,000 is fetched up to 1,000 at first, 100 at a time',
      queue: many(0, 15),
      pages: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [15 + n * 100, many(15 + n * 100, 100)])),
      world: { checks: false },
      steps: [],
      asks: Array.from({ length: 10 }, (_, n) => 15 + n * 100),
      state: { queue: { next: 1015 } },
    },
    {
      title: 'Q1 a page without anything to play is passed over',
      queue: 'y:ok1',
      pages: { 1: '', 2: '' },
      ask: { next: 1 },
      steps: [ended],
      state: { ended: true, queue: { next: null } },
    },
    {
      title: 'Q1 the end of the content ends the queue',
      queue: 'y:ok1',
      pages: { 1: 'y:ok2' },
      steps: [ended, ended],
      state: { ended: true, intent: 'pause', deadItemId: null },
    },
    {
      title: 'Q1 a source that cannot be had now is asked again by the next move',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'fails' },
      steps: [has(2, 'y:ok3'), player.next()],
      asks: [2, 2],
      shows: 'ok1 [ok2] ok3',
    },
    {
      title: 'Q1 what is far from the cursor is let go of, and comes back when the cursor does',
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
      title: 'L6 repeat plays the item again, until it is turned off',
      queue: 'y:ok1 y:ok2',
      steps: [player.setRepeat(true), ended, player.setRepeat(false), ended],
      loads: 'ok1 ok1 ok2',
    },
    {
      title: 'BY4 a shuffle and its end leave what plays alone',
      queue: `${many(0, 3)} [y:ok3] ${many(4, 6)}`,
      steps: [player.setShuffle(true), player.setShuffle(false)],
      loads: 'ok3',
      shows: `${many(0, 3)} [ok3] ${many(4, 6)}`.replaceAll('y:', ''),
    },
    {
      title: 'BY4 a shuffle mixes what comes and leaves what was',
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
      title: 'BY4 play next stands behind what plays, add behind what was put in',
      queue: 'y:ok1 y:ok2',
      ask: { source },
      steps: [playNext('y:ok3'), add('y:ok4'), playNext('y:ok5')],
      shows: '[ok1] ok5 ok3 ok4 ok2',
    },
    { title: 'BY4 play next is undone', queue: 'y:ok1 y:ok2', steps: [playNext('y:ok3 y:ok4'), undo()], shows: '[ok1] ok2' },
    {
      title: 'BY4 add is undone after the cursor moved onto it: the one behind it plays',
      queue: 'y:ok1 y:ok2',
      steps: [playNext('y:ok3'), player.next(), undo()],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
      loads: 'ok1 ok3 ok2',
    },
    {
      title: 'BY4 a removal is undone after the cursor moved',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), player.next(), undo()],
      shows: 'ok1 ok2 [ok3]',
      loads: 'ok1 ok3',
    },
    {
      title: 'BY4 the removal of what played is undone: it comes back, and what plays plays on',
      queue: 'y:ok1 y:ok2',
      steps: [remove('ok1'), undo()],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'BY4 a removal is undone after a page came',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok3' },
      steps: [remove('ok2'), arrives(2), undo()],
      shows: '[ok1] ok2 ok3',
    },
    {
      title: 'BY4 a removal is undone after other edits, which stay',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), playNext('y:ok4'), undo(1)],
      shows: '[ok1] ok4 ok2 ok3',
    },
    {
      title: 'BY4 what was removed does not come again with a page',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok2 y:ok3' },
      steps: [remove('ok2'), arrives(2)],
      shows: '[ok1] ok3',
    },
    {
      title: 'BY4 a move is undone',
      queue: 'y:ok1 y:ok2 y:ok3 y:ok4',
      steps: [move('ok4', 1), player.next(), undo()],
      shows: 'ok1 ok2 ok3 [ok4]',
      loads: 'ok1 ok4',
    },
    {
      title: 'BY4 clear keeps what plays, and fetches no more',
      queue: 'y:ok1 [y:ok2] y:ok3',
      pages: { 3: 'late y:ok4' },
      steps: [player.clearQueue(), arrives(3), ended],
      shows: '[ok2]',
      state: { ended: true, queue: { next: null } },
    },
    {
      title: 'BY4 clear is undone, and the source goes on',
      queue: 'y:ok1 [y:ok2] y:ok3',
      pages: { 3: 'late y:ok4' },
      steps: [player.clearQueue(), undo(), arrives(3)],
      shows: 'ok1 [ok2] ok3 ok4',
    },
    {
      title: 'BY4 the removal of the only item is undone: it is shown, and its source goes on',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [remove('ok1'), undo(), arrives(1)],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { intent: 'pause', phase: 'stopped', mode: 'floating', queue: { source } },
    },
    {
      title: 'BY4 what was removed before the only item was stays out of the queue that comes back',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok1 y:ok3' },
      steps: [remove('ok1'), remove('ok2'), undo(), arrives(2)],
      shows: '[ok2] ok3',
    },
    {
      title: 'BY4 while the queue is empty, no more of its source is fetched',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [remove('ok1'), arrives(1), 1000],
      shows: '',
      state: { phase: 'closed' },
    },
    {
      title: 'BY4 an undo is done once',
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
      title: 'Q1 a post that is gone leaves the queue, and comes back by no undo',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [remove('ok2'), player.dropPost('ok2'), undo(), player.dropPost('ok1')],
      shows: '[ok3]',
      loads: 'ok1 ok3',
    },
    {
      title: 'Q1 a post that was edited shows so, and plays on',
      queue: 'y:ok1 y:ok2',
      steps: [player.reviseTrack({ ...named('y:ok1'), title: 'New' })],
      loads: 'ok1',
      state: { phase: 'playing' },
      also: ({ state }) => expect(state.queue.items[0]!.title).toBe('New'),
    },
    {
      title: 'C5 a playlist that was edited shows so in the queue, and plays on',
      queue: 'y:ok1 y:ok2',
      steps: [player.reviseBead({ ...named('y:ok1').bead, title: 'New' })],
      loads: 'ok1',
      state: { phase: 'playing' },
      also: ({ state }) => expect(state.queue.items.map(({ bead }) => bead.title)).toEqual(['New', 'New']),
    },
  ]))

describe('the end of an item', () =>
  play([
    {
      title: 'L6 each end is reported once',
      queue: 'y:ok1 y:ok2',
      steps: [ended, (engine) => engine.youtube.say({ type: 'ended' }, 1), ended, ended],
      reports: 'ok1 ok2',
    },
    { title: 'L6 what is not a post of Strand is not reported', queue: 'y:ok1! y:ok2', steps: [ended, ended], reports: 'ok2' },
    {
      title: 'L6 what was left before its end is not reported',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [at(99), player.next(), player.close()],
      reports: '',
    },
    {
      title: 'L9 an item begins at its start and ends at its end',
      queue: 'y:ok1@30-40 y:ok2',
      steps: [at(39), at(40)],
      loads: 'ok1 ok2',
      reports: 'ok1',
      also: ({ youtube }) => expect(youtube.loads[0]).toMatchObject({ startTime: 30, endTime: 40 }),
    },
    {
      title: 'BY18 a link to a time begins there',
      queue: 'y:ok1@30-90',
      ask: { position: 45 },
      steps: [],
      state: { position: 45 },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 45, endTime: 90 }),
    },
    {
      title: 'BY18 only the first item begins at the time of the link',
      queue: 'y:ok1 y:ok2',
      ask: { position: 45 },
      steps: [ended],
      also: ({ youtube }) => expect(youtube.current.startTime).toBeUndefined(),
    },
    {
      title: 'L9 a link behind the end plays to the end of the medium',
      queue: 'y:ok1@30-40 y:ok2',
      ask: { position: 50 },
      steps: [at(60)],
      loads: 'ok1',
      state: { phase: 'playing' },
    },
    { title: 'L6 an item has just begun for 5 s', queue: 'y:ok1', steps: [4999], state: { recentlyStarted: true } },
    { title: 'L6 and not longer', queue: 'y:ok1', steps: [5000], state: { recentlyStarted: false } },
    { title: 'L6 what is not heard has not begun', queue: 'y:silent', steps: [1000], state: { recentlyStarted: false } },
    {
      title: 'L5 what is silent gives way after 15 s of waiting, of which a pause is none',
      queue: 'y:silent,f:ok',
      steps: [10_000, player.pause(), 60_000],
      loads: 'silent',
    },
  ]))

describe('what holds the queue', () =>
  play([
    {
      title: 'L7 while a comment is written an item that is over stays',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, 60_000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      reports: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 and gives way when it is sent',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { advanceHeld: false, phase: 'playing' },
    },
    {
      title: 'L7 of two comments the last one counts',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), player.startComposing('b'), ended, player.stopComposing('a')],
      shows: '[ok1] ok2',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 next does not care',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [player.startComposing('a'), ended, player.next(), player.stopComposing('a'), 60_000],
      shows: 'ok1 [ok2] ok3',
      loads: 'ok1 ok2',
      state: { advanceHeld: false },
    },
    {
      title: 'L7 what repeats does not advance, so nothing holds it',
      queue: 'y:ok1 y:ok2',
      steps: [player.setRepeat(true), player.startComposing('a'), ended],
      loads: 'ok1 ok1',
      state: { advanceHeld: false },
    },
    {
      title: 'L7 a dead item stays as well',
      queue: 'y:dead y:ok2',
      steps: [player.startComposing('a'), 60_000],
      loads: 'dead',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 and gives way as well',
      queue: 'y:dead y:ok2',
      steps: [player.startComposing('a'), 60_000, player.stopComposing('a')],
      loads: 'dead ok2',
    },
    {
      title: 'L7 the last item has nothing to hold',
      queue: 'y:ok1',
      steps: [player.startComposing('a'), ended],
      state: { ended: true, advanceHeld: false },
    },
    {
      title: 'L8 the gallery pauses',
      queue: 'y:ok1',
      steps: [player.suspend()],
      state: { phase: 'stopped', intent: 'pause', suspended: true },
    },
    {
      title: 'L8 and goes on',
      queue: 'y:ok1',
      steps: [player.suspend(), player.unsuspend()],
      state: { phase: 'playing', suspended: false },
      loads: 'ok1',
    },
    {
      title: 'L8 unless it was not it that paused',
      queue: 'y:ok1',
      steps: [player.pause(), player.suspend(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 unless somebody paused meanwhile',
      queue: 'y:ok1',
      steps: [player.suspend(), player.pause(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 and not twice',
      queue: 'y:ok1',
      steps: [player.suspend(), player.unsuspend(), player.pause(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 where the queue has ended, nothing goes on',
      queue: 'y:ok1',
      steps: [ended, player.suspend(), player.unsuspend()],
      loads: 'ok1',
      state: { ended: true },
    },
    {
      title: 'BY3 another tab that plays pauses this one',
      queue: 'y:ok1',
      steps: [otherTab],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'BY3 a tab says that it plays when it begins, and not at every item',
      queue: 'y:ok1 y:ok2',
      steps: [ended, otherTab, player.play()],
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(2),
    },
    {
      title: 'L5 without a network the same stream waits',
      queue: 'y:silent,f:ok1',
      steps: [offline, unreachable, 60_000],
      loads: 'silent',
      state: { offline: true, failures: [] },
    },
    {
      title: 'L5 and is tried again when there is one',
      queue: 'y:silent,f:ok1',
      steps: [offline, unreachable, 60_000, online],
      loads: 'silent silent',
      state: { offline: false },
    },
    {
      title: 'L5 where it was heard before, it goes on where it was',
      queue: 'y:ok1',
      steps: [at(42), offline, unreachable, online, at(0.5)],
      loads: 'ok1 ok1',
      told: ['load ok1', 'seek 42'],
    },
    {
      title: 'L5 with a network, what cannot be reached is passed over',
      queue: 'y:silent,f:ok1',
      steps: [unreachable],
      loads: 'silent ok1',
    },
  ]))

const saved = (queue: string, more: Partial<SavedSession['queue']> = {}, position = 42): SavedSession => ({
  queue: {
    items: tracks(queue).map((one, n) => ({ ...one, id: `q${50 - n}` })),
    index: queue.split(' ').findIndex((text) => text.startsWith('[')),
    source: null,
    next: null,
    previous: null,
    natural: null,
    removed: [],
    ...more,
  },
  repeat: position > 0,
  position,
  duration: 100,
})

describe('what is remembered', () =>
  play([
    {
      title: 'BY6 after a reload the queue is up, paused, where it was',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2] y:ok3') },
      steps: [60_000],
      shows: 'ok1 [ok2] ok3',
      loads: '',
      state: { intent: 'pause', phase: 'stopped', position: 42, repeat: true, mode: 'floating' },
    },
    {
      title: 'BY6 and goes on from there',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2] y:ok3') },
      steps: [player.play()],
      loads: 'ok2',
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 42, autoplay: true }),
    },
    {
      title: 'BY6 or from where the slider was put',
      queue: '',
      world: { saved: saved('[y:ok1]') },
      steps: [player.seek(70), player.play()],
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(70),
    },
    {
      title: 'BY6 L6 a queue that had ended before the reload: play plays its last item from the start, and reports one play',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2]', {}, 0) },
      steps: [player.play(), ended],
      loads: 'ok2',
      reports: 'ok2',
      also: ({ youtube }) => expect(youtube.loads[0]!.startTime).toBeUndefined(),
    },
    {
      title: 'BY6 at the end of the queue the start of the last item is written down, also when the page is left',
      queue: 'y:ok1 y:ok2@30-90',
      steps: [player.next(), at(88), ended, 1000, hide, 1000],
      also: ({ kept, state }) => {
        expect(state).toMatchObject({ ended: true, position: 88 })
        expect(kept.position).toMatchObject({ itemId: state.queue.items[1]!.id, position: 30 })
      },
    },
    {
      title: 'BY6 so is that of an item that is over and held by a comment',
      queue: 'y:ok1 y:ok2',
      steps: [at(88), player.startComposing('a'), ended, hide],
      also: ({ kept }) => expect(kept.position).toMatchObject({ position: 0 }),
    },
    {
      title: 'BY6 and not after the item was played again',
      queue: 'y:ok1',
      steps: [at(88), ended, player.play(), at(20), hide],
      also: ({ kept }) => expect(kept.position).toMatchObject({ position: 20 }),
    },
    {
      title: 'BY6 ids are new, those of a shuffle too',
      queue: '',
      world: { saved: saved('[y:ok1] y:ok2 y:ok3', { natural: ['q49', 'q50', 'q48'] }) },
      steps: [player.setShuffle(false)],
      shows: 'ok2 [ok1] ok3',
      also: ({ state }) => expect(state.queue.items.map(({ id }) => id).sort()).toEqual(['q1', 'q2', 'q3']),
    },
    {
      title: 'BY6 its source goes on',
      queue: '',
      world: { saved: saved('[y:ok1]', { source, next: 1 }) },
      pages: { 1: 'y:ok2' },
      steps: [],
      shows: '[ok1] ok2',
      asks: [1],
    },
    {
      title: 'BY6 a queue is written down as it is, edits and shuffle and all',
      queue: many(0, 4),
      steps: [remove('ok1'), playNext('y:new'), player.setShuffle(true), 300],
      also: ({ kept, state: { queue } }) => {
        expect(kept.session).toMatchObject({
          queue: { items: queue.items, index: 0, natural: expect.arrayContaining(queue.items.map(({ id }) => id)) },
        })
      },
    },
    {
      title: 'BY6 what is closed is forgotten',
      queue: 'y:ok1',
      steps: [300, player.close(), 300],
      also: ({ kept }) => expect(kept.session).toBeNull(),
    },
    {
      title: 'BY6 a page that is hidden has written all',
      queue: 'y:ok1 y:ok2',
      steps: [player.next(), at(7), hide],
      also: ({ kept, state }) => {
        expect(kept.session).toMatchObject({ queue: { index: 1 } })
        expect(kept.position).toMatchObject({ itemId: state.queue.items[1]!.id, position: 7 })
      },
    },
    {
      title: 'BY6 after a reload, what is written of a position is of an item that is written, too',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2]') },
      steps: [player.seek(70), 1000],
      also: ({ kept }) => {
        expect((kept.session as SavedSession).queue.items.map(({ id }) => id)).toContain(kept.position!.itemId)
      },
    },
    {
      title: 'BZ1 the stream that played where another was refused is tried first the next time',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended, player.previous()],
      loads: 'dead ok1 ok2 ok1',
      state: { playing: { remembered: true } },
    },
    {
      title: 'BZ1 and is forgotten when it fails',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended, player.previous(), broken],
      loads: 'dead ok1 ok2 ok1 dead',
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BZ1 also when it fails in the moment in which it was learnt',
      queue: 'y:dead,f:ok1',
      steps: [broken],
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BZ1 a network that was silent teaches nothing',
      queue: 'y:silent,f:ok1',
      steps: [unreachable],
      loads: 'silent ok1',
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BY18 a long medium goes on where it was left',
      queue: 'y:ok1~3600 y:ok2',
      steps: [at(600, 3600), player.pause(), player.next(), player.previous()],
      state: { resumedFrom: 600, position: 600 },
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(600),
    },
    {
      title: 'BY18 a short one does not',
      queue: 'y:ok1~300 y:ok2',
      steps: [at(100, 300), player.pause(), player.next(), player.previous()],
      state: { resumedFrom: null, position: 0 },
    },
    {
      title: 'BY18 one that was heard to its end begins anew',
      queue: 'y:ok1~3600 y:ok2',
      steps: [at(600, 3600), player.pause(), player.play(), ended, player.previous()],
      state: { resumedFrom: null },
    },
    {
      title: 'BY18 starting over does',
      queue: 'y:ok1~3600',
      world: { memory: { ok1: { position: 600 } } },
      steps: [player.retry()],
      also: ({ youtube }) => expect(youtube.loads.map(({ startTime }) => startTime)).toEqual([600, undefined]),
    },
    {
      title: 'BY18 what is only shown keeps the place where it was left',
      queue: 'y:ok1 y:ok2~3600',
      world: { memory: { ok2: { position: 600 } } },
      steps: [player.pause(), remove('ok1'), hide, show],
      shows: '[ok2]',
      state: { position: 600 },
      also: ({ memory }) => expect(memory).toEqual({ ok2: { position: 600 } }),
    },
    {
      title: 'BY18 and goes on from there',
      queue: 'y:ok1 y:ok2~3600',
      world: { memory: { ok2: { position: 600 } } },
      steps: [player.pause(), remove('ok1'), player.play()],
      loads: 'ok1 ok2',
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(600),
    },
    {
      title: 'BY2 what comes next has its output made while this one plays',
      queue: 'y:ok1 y:ok2 f:ok3',
      steps: [],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: "BY2 our own outputs are made ready long before, a provider's only for what comes soon",
      queue: `${many(0, 9)} s:ok9 f:ok10`,
      steps: [],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 what a person puts there, too',
      queue: 'y:ok1 y:ok2',
      steps: [playNext('f:ok3')],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 and what comes with a page',
      queue: 'y:ok1',
      pages: { 1: 'late f:ok2' },
      steps: [arrives(1)],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 nothing is made before anything was asked to play',
      queue: '',
      world: { saved: saved('[y:ok1] f:ok2') },
      steps: [1000],
      also: ({ created }) => expect(created).toEqual([]),
    },
  ]))
