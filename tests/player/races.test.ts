/** What happens while something else is on its way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { itemEnded } from '#player/facts.ts'
import { pass } from './harness.ts'
import {
  add,
  arrives,
  at,
  broken,
  ended,
  go,
  has,
  heard,
  hide,
  many,
  named,
  offline,
  online,
  otherTab,
  paused,
  perform,
  play,
  playNext,
  queueOf,
  remove,
  say,
  show,
  tracks,
  undo,
  unreachable,
  type Engine,
} from './scenario.ts'

const buffering = say({ type: 'buffering' })
const strandAnswers = (engine: Engine) => engine.setReachable(true)
/** From now on no output finds what it is to load. */
const unanswered = (engine: Engine) => {
  for (const fake of [engine.youtube, engine.hosted]) {
    const { load } = fake
    fake.load = (request) => {
      load.call(fake, request)
      if (request.stream.uri.startsWith('lost'))
        queueMicrotask(() => fake.say({ type: 'failed', code: 'network', scope: 'network' }, request.loadId))
    }
  }
  unreachable(engine)
}
/** What was loaded so far. */
const loads = (names: string) => (engine: Engine) => expect(engine.loaded.join(' ')).toBe(names)

describe('while a page is on its way', () =>
  play([
    {
      title: 'Q1 next, and the item ends before the page is there: it goes on by one, once',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2 y:ok3' },
      steps: [player.next(), ended, arrives(1)],
      loads: 'ok1 ok2',
      shows: 'ok1 [ok2] ok3',
      reports: 'ok1',
    },
    {
      title: 'Q1 the item ends, and next is pressed before the page is there: it goes on by one',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2 y:ok3' },
      steps: [ended, player.next(), arrives(1)],
      loads: 'ok1 ok2',
      shows: 'ok1 [ok2] ok3',
    },
    {
      title: 'Q1 next, pressed three times, goes on by one',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2 y:ok3' },
      steps: [player.next(), player.next(), player.next(), arrives(1)],
      shows: 'ok1 [ok2] ok3',
    },
    {
      title: 'Q1 next, and a pause: it stays paused',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.next(), player.pause(), arrives(1)],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L8 next, and the gallery opens: it stays silent',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.next(), player.suspend(), arrives(1)],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L8 the item ends, and the gallery opens: the next one is silent until it closes',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, player.suspend(), arrives(1)],
      shows: 'ok1 [ok2]',
      state: { intent: 'pause', phase: 'stopped', suspended: true },
    },
    {
      title: 'L8 and plays then',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, player.suspend(), arrives(1), player.unsuspend()],
      state: { phase: 'playing' },
    },
    {
      title: 'L7 the item ends, and a comment is begun: it holds',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, player.startComposing('a'), arrives(1)],
      shows: '[ok1] ok2',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 and goes on when it is sent',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, player.startComposing('a'), arrives(1), player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { advanceHeld: false, phase: 'playing' },
    },
    {
      title: 'L8 the source cannot be had while the gallery is open: its closing does not begin again what is over',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [has(1, 'late'), ended, player.suspend(), player.clearQueue(), arrives(1), player.unsuspend()],
      loads: 'ok1',
      state: { ended: true, suspended: false },
    },
    {
      title: 'Q1 another item is chosen: the page moves nothing',
      queue: 'y:ok1 y:ok2',
      pages: { 2: 'late y:ok3' },
      steps: [go('ok2'), player.next(), go('ok1'), arrives(2)],
      shows: '[ok1] ok2 ok3',
    },
    {
      title: 'Q1 the item that waited is removed: the page moves nothing twice',
      queue: 'y:ok1 [y:ok2]',
      pages: { 2: 'late y:ok3 y:ok4' },
      steps: [player.next(), playNext('y:new'), remove('ok2'), arrives(2)],
      shows: 'ok1 [new] ok3 ok4',
    },
    {
      title: 'BY4 the last item is removed while it plays: the one that comes takes its place',
      queue: 'y:ok1 [y:ok2]',
      pages: { 2: 'late y:ok3' },
      steps: [remove('ok2'), arrives(2)],
      shows: 'ok1 [ok3]',
      loads: 'ok2 ok3',
      state: { phase: 'playing' },
    },
    {
      title: 'BY4 or the one before it is shown, where none comes',
      queue: 'y:ok1 [y:ok2]',
      pages: { 2: 'late' },
      steps: [remove('ok2'), arrives(2)],
      shows: '[ok1]',
      loads: 'ok2',
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'Q1 the player is closed: nothing comes',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.next(), player.close(), arrives(1), 60_000],
      shows: '',
      loads: 'ok1',
      state: { phase: 'closed' },
    },
    {
      title: 'BY4 the queue is cleared after the item has ended: it ends',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, player.clearQueue(), arrives(1)],
      shows: '[ok1]',
      state: { ended: true },
    },
    {
      title: 'BY4 the queue is cleared and brought back: it goes on',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.clearQueue(), undo(), ended, arrives(1)],
      shows: 'ok1 [ok2]',
    },
    {
      title: 'BY4 something is put in after the item has ended: it plays once the page is there',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [ended, add('y:new'), arrives(1)],
      shows: 'ok1 [new] ok2',
    },
    {
      title: 'BY4 a shuffle begins: the page is mixed in',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2 y:ok3' },
      steps: [player.setShuffle(true), arrives(1), player.setShuffle(false)],
      shows: '[ok1] ok2 ok3',
    },
    {
      title: 'Q1 another queue is played: the page is dropped',
      queue: 'y:ok1',
      pages: { 1: 'late y:ok2' },
      steps: [player.next(), player.playQueue({ tracks: tracks('y:ok9') }), arrives(1)],
      shows: '[ok9]',
      loads: 'ok1 ok9',
    },
    {
      title: 'Q1 the page before fails: what plays plays on, and previous asks again',
      queue: 'y:ok1',
      ask: { from: 1 },
      pages: { 0: 'fails' },
      steps: [player.previous(), has(0, 'y:ok0'), player.previous()],
      shows: '[ok0] ok1',
      loads: 'ok1 ok0',
    },
  ]))

describe('while a dead item shows', () =>
  play([
    {
      title: 'L8 the gallery opens: nothing is heard',
      queue: 'y:dead y:ok2',
      steps: [1000, player.suspend(), 60_000],
      loads: 'dead',
      state: { intent: 'pause', suspended: true },
    },
    {
      title: 'L8 and it is gone on from when it closes',
      queue: 'y:dead y:ok2',
      steps: [1000, player.suspend(), 60_000, player.unsuspend(), 2000],
      shows: 'dead [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'BY3 another tab begins to play: nothing is heard here',
      queue: 'y:dead y:ok2',
      steps: [1000, otherTab, 60_000],
      loads: 'dead',
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(0),
    },
    {
      title: 'BY4 it is removed: the next one plays at once',
      queue: 'y:dead y:ok2',
      steps: [1000, remove('dead')],
      shows: '[ok2]',
      state: { phase: 'playing', deadItemId: null },
    },
    {
      title: 'BY4 what is behind it is removed: it ends with the error',
      queue: 'y:dead y:ok2',
      steps: [1000, remove('ok2'), 1000],
      shows: '[dead]',
      state: { ended: true },
    },
    { title: 'BY4 something is put behind it: that plays', queue: 'y:dead', steps: [1000, playNext('y:ok2'), 1000], shows: 'dead [ok2]' },
    {
      title: 'L4 the player is closed: nothing follows',
      queue: 'y:dead y:ok2',
      steps: [1000, player.close(), 60_000],
      loads: 'dead',
      state: { phase: 'closed' },
    },
    {
      title: 'L7 a comment is begun: it holds, and a pause meanwhile lasts',
      queue: 'y:dead y:ok2',
      steps: [1000, player.startComposing('a'), 1000, player.pause(), player.stopComposing('a'), 60_000],
      state: { intent: 'pause', phase: 'stopped', advanceHeld: false },
    },
  ]))

describe('an item that fails while paused', () =>
  play([
    {
      title: 'L5 it stays, shown as failed, and the queue does not move',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), player.pause(), broken, 60_000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { intent: 'pause', deadItemId: 'q1', ended: false },
    },
    {
      title: 'L5 also as the last one',
      queue: 'y:ok1',
      steps: [player.pause(), broken, 60_000],
      state: { deadItemId: 'q1', ended: false },
    },
    {
      title: 'L5 play tries it again, and skips it after 2 s where it fails again',
      queue: 'y:silent y:ok2',
      steps: [player.pause(), broken, 60_000, player.play(), broken, 2000],
      shows: 'silent [ok2]',
      loads: 'silent silent ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 next leaves it',
      queue: 'y:silent y:ok2',
      steps: [player.pause(), broken, player.next()],
      shows: 'silent [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'L8 while the gallery is open it stays, and is tried again when it closes',
      queue: 'y:ok1 y:ok2',
      steps: [player.suspend(), broken, 60_000, player.unsuspend()],
      shows: '[ok1] ok2',
      loads: 'ok1 ok1',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 a next item that is loaded while paused stays, too',
      queue: 'y:ok1 y:dead y:ok3',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a'), 60_000],
      shows: 'ok1 [dead] ok3',
      state: { intent: 'pause', deadItemId: 'q2' },
    },
    {
      title: 'L5 a seek on an item that failed is where play tries it again',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), player.pause(), broken, player.seek(20), player.play()],
      loads: 'ok1 ok1',
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(20),
    },
  ]))

describe('while a comment holds the end of an item', () =>
  play([
    {
      title: 'L7 a seek back plays the item from there, and it holds again at its end',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(20), at(21), ended],
      shows: '[ok1] ok2',
      loads: 'ok1 ok1',
      state: { advanceHeld: true, composing: ['a'] },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 20, autoplay: true }),
    },
    {
      title: 'L7 after a seek back, sending the comment does not advance',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(20), player.stopComposing('a'), 60_000],
      shows: '[ok1] ok2',
      state: { phase: 'playing', advanceHeld: false },
    },
    {
      title: 'L7 a seek back while paused stays paused, there',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.pause(), player.seek(20)],
      state: { intent: 'pause', phase: 'stopped', position: 20, advanceHeld: false },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 20, autoplay: false }),
    },
    {
      title: 'L7 a seek to the end stays at the end',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(500)],
      loads: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 a pause lasts: the next item is up and silent',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { intent: 'pause', phase: 'stopped', advanceHeld: false },
    },
    {
      title: 'L7 play plays it again',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.play()],
      loads: 'ok1 ok1',
      state: { advanceHeld: false },
    },
    {
      title: 'L8 the gallery opens and the comment is sent: the next item is up and silent until it closes',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { intent: 'pause', phase: 'stopped', suspended: true },
    },
    {
      title: 'L8 and plays then',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.stopComposing('a'), player.unsuspend()],
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'L8 the gallery opens and closes: it is not played again, and goes on afterwards',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.unsuspend(), 1000, player.stopComposing('a')],
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'BY3 another tab begins to play and the comment is sent: nothing is heard here',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, otherTab, player.stopComposing('a')],
      state: { intent: 'pause' },
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(1),
    },
    {
      title: 'BY4 an edit and its undo hold on',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, remove('ok2'), undo(), 1000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'BY4 what is behind it is cleared: the queue ends when the comment is sent',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.clearQueue(), player.stopComposing('a')],
      state: { ended: true, advanceHeld: false },
    },
    {
      title: 'L6 repeat is turned on: it plays again when the comment is sent',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.setRepeat(true), player.stopComposing('a')],
      loads: 'ok1 ok1',
    },
    {
      title: 'L4 the player is closed: nothing follows, and the composer goes in peace',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.close(), player.stopComposing('a'), 60_000],
      loads: 'ok1',
      state: { phase: 'closed', composing: [] },
    },
  ]))

describe('while streams are tried', () =>
  play([
    {
      title: 'BY4 the item is removed: its fallback is not tried',
      queue: 'y:silent,f:ok1 y:ok2',
      steps: [remove('silent'), 60_000],
      loads: 'silent ok2',
    },
    {
      title: 'L8 the gallery opens during loading: it loads on in silence',
      queue: 'y:silent',
      steps: [player.suspend(), heard, 60_000],
      loads: 'silent',
      state: { phase: 'stopped', intent: 'pause', failures: [] },
    },
    {
      title: 'L5 the network goes in mid-fallback: the fallback waits, and what failed stays failed',
      queue: 'y:dead,f:silent,i:ok1',
      steps: [offline, unreachable, 60_000, online],
      loads: 'dead silent silent',
      state: { failures: [{ code: 'gone' }] },
    },
    {
      title: 'L5 offline, then a pause, then online: it is up and silent',
      queue: 'y:ok1',
      steps: [at(20), offline, unreachable, player.pause(), online],
      loads: 'ok1 ok1',
      state: { intent: 'pause', phase: 'stopped', offline: false },
    },
    {
      title: 'L5 offline, then next: the next item waits as well',
      queue: 'y:ok1 y:silent',
      steps: [offline, unreachable, player.next(), unreachable, 60_000],
      shows: 'ok1 [silent]',
      state: { offline: true },
    },
    {
      title: 'L4 offline, then closed, then online: nothing comes',
      queue: 'y:ok1',
      steps: [offline, unreachable, player.close(), online, 60_000],
      loads: 'ok1',
      state: { phase: 'closed', offline: false },
    },
    {
      title: 'L5 while it waits for the network nothing is buffering, and no output is up',
      queue: 'y:ok1',
      steps: [buffering, offline, unreachable],
      state: { offline: true, buffering: false, playing: null, phase: 'stopped' },
    },
    {
      title: 'L5 what breaks while paused goes to the next stream in silence',
      queue: 'y:ok1,f:ok2',
      steps: [at(30), player.pause(), broken],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L5 what is not heard again after a pause gives way, at the same position',
      queue: 'y:ok1,f:ok2',
      steps: [
        at(30),
        player.pause(),
        (engine) => {
          engine.youtube.play = () => undefined
        },
        player.play(),
        15_000,
      ],
      loads: 'ok1 ok2',
      told: ['load ok2', 'seek 30'],
    },
    {
      title: 'L5 the second copy breaks as well before it was where the first one was: the third goes on from there',
      queue: 'y:ok1,f:silent,i:ok3',
      steps: [at(30), broken, heard, broken],
      loads: 'ok1 silent ok3',
      told: ['load ok3', 'seek 30'],
    },
    {
      title: 'L4 the slider is moved while paused, and data come: it stays paused',
      queue: 'y:ok1',
      steps: [at(30), player.pause(), player.seek(60), buffering, at(61)],
      state: { intent: 'pause', phase: 'stopped', position: 61 },
    },
    {
      title: 'L4 a late word of an output that was left does nothing',
      queue: 'y:ok1 f:ok2',
      steps: [player.next(), (engine) => engine.youtube.say({ type: 'ended' }), (engine) => engine.youtube.say({ type: 'paused' })],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
    },
  ]))

describe('reports that are late or unsolicited', () =>
  play([
    {
      title: 'L5 the browser pauses a medium that breaks: the next stream plays from there',
      queue: 'y:ok1,f:ok2 y:ok3',
      steps: [at(30), paused, 4000, unreachable],
      loads: 'ok1 ok2',
      told: ['load ok2', 'seek 30'],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L5 or the next item, where there is no other stream',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), paused, broken, 2000],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L6 a provider pauses at the end: the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [at(99), paused, ended],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
      reports: 'ok1',
    },
    {
      title: 'L9 or pauses at the end time',
      queue: 'y:ok1@0-40 y:ok2',
      steps: [at(39), paused, at(40)],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: "L4 a pause by the provider's button 6 s before the medium breaks is the person's: the next stream is silent",
      queue: 'y:ok1,f:ok2',
      steps: [at(30), paused, 6000, unreachable],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L4 so is one after which the person used our own controls',
      queue: 'y:ok1,f:ok2',
      steps: [at(30), paused, player.pause(), unreachable],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: "L4 the provider's play button plays after a pause during loading, and no pause follows",
      queue: 'y:deaf',
      steps: [player.pause(), 3000, heard, 60_000],
      state: { intent: 'play', phase: 'playing' },
      told: ['load deaf', 'pause'],
    },
    {
      title: 'L4 it plays at once where the item was loaded while paused',
      queue: 'y:ok1 y:silent',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a'), heard],
      state: { intent: 'play', phase: 'playing' },
      told: ['load silent'],
    },
    {
      title: 'L8 a playing in flight when the gallery opens: closing it plays on',
      queue: 'y:deaf',
      steps: [heard, player.suspend(), heard, paused, 60_000, player.unsuspend()],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L8 the gallery is closed before its pause is confirmed: it plays on',
      queue: 'y:deaf',
      steps: [heard, player.suspend(), player.unsuspend(), paused, heard, 60_000],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'BY3 a playing in flight when another tab begins: this one is silent and does not claim',
      queue: 'y:deaf',
      steps: [heard, otherTab, heard, paused, 60_000],
      state: { intent: 'pause', phase: 'stopped' },
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(1),
    },
    {
      title: 'L4 a pause that the output never reports stops after 3 s',
      queue: 'y:deaf',
      steps: [heard, player.pause(), at(1), 2999],
      state: { phase: 'playing' },
    },
    {
      title: 'L4 and not before',
      queue: 'y:deaf',
      steps: [heard, player.pause(), at(1), 3000],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L4 a pause that the output does not obey: after 3 s it is shown as playing',
      queue: 'y:deaf',
      steps: [heard, player.pause(), heard, 3000],
      state: { intent: 'play', phase: 'playing' },
      told: ['pause', 'pause'],
    },
    {
      title: 'L4 a play after which the output reports paused: after 3 s it is shown as paused',
      queue: 'y:ok1',
      steps: [
        player.pause(),
        (engine) => {
          engine.youtube.play = () => undefined
        },
        player.play(),
        paused,
        3000,
      ],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L5 a paused that is reported after a refused autoplay leaves the wish to play',
      queue: 'y:ok1',
      steps: [say({ type: 'autoplayBlocked' }), paused],
      state: { intent: 'play', needsGesture: true },
    },
    {
      title: 'L4 a position in flight after a seek is ignored',
      queue: 'y:ok1',
      steps: [at(30), player.seek(60), at(31)],
      state: { position: 60 },
    },
    { title: 'L4 and for 3 s at most', queue: 'y:ok1', steps: [at(30), player.seek(60), at(31), 3000, at(34)], state: { position: 34 } },
    {
      title: 'L4 of several seeks the last one counts',
      queue: 'y:ok1',
      steps: [at(50), player.seek(10), player.seek(20), at(49), at(21)],
      state: { position: 21 },
    },
    {
      title: 'L9 a position in flight after a seek back does not end the item',
      queue: 'y:ok1@0-40 y:ok2',
      steps: [at(39), player.seek(5), at(40), at(5)],
      loads: 'ok1',
      state: { position: 5 },
    },
    {
      title: 'L5 a stream that breaks before it carried out a seek: the next stream does',
      queue: 'y:ok1,f:ok2',
      steps: [at(30), player.seek(60), broken],
      loads: 'ok1 ok2',
      told: ['load ok2', 'seek 60'],
    },
  ]))

describe('a network that does not answer', () =>
  play([
    {
      title: 'L5 the first item is skipped, the second is held and tried again for as long as it takes',
      queue: many(1, 10).replaceAll('ok', 'lost'),
      world: { checks: false },
      steps: [unanswered, 3_600_000],
      shows: many(1, 10).replaceAll('y:ok', 'lost').replace('lost2', '[lost2]'),
      state: { intent: 'play', ended: false, deadItemId: null },
    },
    {
      title: 'L5 it says that it waits',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable],
      state: { unreachable: true, phase: 'stopped', playing: null, offline: false },
    },
    {
      title: 'L5 it is tried again after 2, 4 and 8 s',
      queue: 'y:ok0 y:silent1 y:silent2',
      steps: [
        ended,
        unreachable,
        2000,
        unreachable,
        1999,
        loads('ok0 silent1 silent2'),
        1,
        unreachable,
        3999,
        loads('ok0 silent1 silent2 silent2'),
        1,
        unreachable,
        8000,
      ],
      loads: 'ok0 silent1 silent2 silent2 silent2 silent2',
      state: { unreachable: false, phase: 'loading' },
    },
    {
      title: 'L5 when the network is back, it is tried at once, and playing ends the wait',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, 1000, online, heard],
      loads: 'silent1 silent2 silent2',
      state: { unreachable: false, phase: 'playing', failures: [] },
    },
    {
      title: 'L5 play tries at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.play(), 0],
      loads: 'silent1 silent2 silent2',
      told: ['load silent2'],
    },
    {
      title: 'L5 next plays the next item at once, and holds it where it is not answered either',
      queue: 'y:silent1 y:silent2 y:silent3',
      steps: [unreachable, 2000, unreachable, player.next(), unreachable, 1000],
      shows: 'silent1 silent2 [silent3]',
      loads: 'silent1 silent2 silent3',
      state: { unreachable: true },
    },
    {
      title: 'L5 all streams of the item are tried before it is held, and again afterwards',
      queue: 'y:silent1,f:silent2',
      steps: [unreachable, unreachable, 2000, unreachable],
      loads: 'silent1 silent2 silent1 silent2',
      state: { failures: [{ code: 'network' }] },
    },
    {
      title: 'L5 a stream that is gone is not tried again, one without an answer is',
      queue: 'y:silent1,f:silent2,i:silent3',
      steps: [broken, unreachable, unreachable, 2000],
      loads: 'silent1 silent2 silent3 silent2',
    },
    {
      title: 'L5 a medium that fails between two lost ones shows that the network works: all are skipped',
      queue: 'y:silent1 y:dead2 y:silent3 y:ok4',
      steps: [unreachable, 2000, 2000, unreachable, 2000],
      shows: 'silent1 dead2 silent3 [ok4]',
    },
    {
      title: 'L5 a pause stops the tries, and play tries at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.pause(), 3_600_000, loads('silent1 silent2'), player.play()],
      loads: 'silent1 silent2 silent2',
    },
    {
      title: 'L8 so does the gallery, and its closing tries at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.suspend(), 3_600_000, loads('silent1 silent2'), player.unsuspend()],
      loads: 'silent1 silent2 silent2',
    },
    {
      title: 'L5 the device goes offline while it waits: it waits for the network',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, offline, 3_600_000],
      loads: 'silent1 silent2',
      state: { offline: true, unreachable: false },
    },
    {
      title: 'L5 the player is closed while it waits: nothing comes',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.close(), online, 3_600_000],
      loads: 'silent1 silent2',
      state: { unreachable: false },
    },
    {
      title: 'L5 where Strand answers, the item is skipped after a minute of tries',
      queue: 'y:silent1 y:lost2 y:ok3',
      steps: [unreachable, 2000, strandAnswers, unanswered, 64_001],
      shows: 'silent1 lost2 [ok3]',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 a medium that breaks off in mid-play and is held goes on from there',
      queue: 'y:ok1,f:silent2',
      steps: [at(30), unreachable, unreachable, 2000, at(0.5)],
      loads: 'ok1 silent2 ok1',
      told: ['load ok1', 'seek 30'],
    },
    {
      title: 'BY2 in a hidden tab a server that never answers is left after 60 s, and the queue goes on',
      queue: 'y:ok1 y:silent2 y:ok3',
      steps: [hide, ended, 59_999, loads('ok1 silent2'), 2001],
      loads: 'ok1 silent2 ok3',
      state: { phase: 'playing' },
    },
    {
      title: 'BY2 two of them hold, Strand answers or not, and the item is tried at once when the tab is visible',
      queue: 'y:ok1 y:silent2 y:silent3',
      steps: [
        hide,
        strandAnswers,
        ended,
        60_000 + 2000,
        60_000,
        3_600_000,
        (engine) => expect(queueOf(engine.state)).toBe('ok1 silent2 [silent3]'),
        show,
        heard,
      ],
      shows: 'ok1 silent2 [silent3]',
      state: { phase: 'playing' },
    },
    {
      title: 'Q1 a page that fails at the end of what is loaded is fetched again',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, 1999, has(1, 'y:ok2'), 1],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      reports: 'ok1',
      state: { unreachable: false },
    },
    {
      title: 'Q1 while it waits it says so, and play fetches it at once',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, (engine) => expect(engine.state.unreachable).toBe(true), has(1, 'y:ok2'), player.play()],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      reports: 'ok1',
    },
    {
      title: 'Q1 or when the network is back',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, offline, 60_000, has(1, 'y:ok2'), online],
      shows: 'ok1 [ok2]',
    },
  ]))

describe('commands of one moment', () =>
  play([
    {
      title: 'L4 play and pause, many times, end as the last one says',
      queue: 'y:silent',
      steps: [
        (engine) => {
          for (let n = 0; n < 9; n++) engine.dispatch(player.toggle())
        },
      ],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'Q1 next, many times, loads the last one only where the outputs are slow',
      queue: 'y:ok1 y:ok2 y:ok3 y:ok4',
      steps: [
        (engine) => {
          for (let n = 0; n < 3; n++) engine.dispatch(player.next())
        },
      ],
      shows: 'ok1 ok2 ok3 [ok4]',
      state: { phase: 'playing' },
      told: ['load ok4'],
    },
    {
      title: 'L4 an end and a close',
      queue: 'y:ok1 y:ok2',
      steps: [
        (engine) => {
          ended(engine)
          engine.dispatch(player.close())
        },
        60_000,
      ],
      shows: '',
      state: { phase: 'closed' },
      told: ['unload'],
    },
    {
      title: 'BY4 an end and the removal of what ended',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [
        (engine) => {
          ended(engine)
          remove('ok1')(engine)
        },
      ],
      shows: '[ok2] ok3',
      loads: 'ok1 ok2',
    },
    {
      title: 'L6 close while the output is being made',
      queue: '',
      world: { create: () => new Promise((resolve) => setTimeout(resolve, 500)) },
      steps: [player.playQueue({ tracks: tracks('y:ok1') }), player.close(), 60_000],
      loads: '',
      state: { phase: 'closed' },
    },
    {
      title: 'L6 another queue while the output is being made',
      queue: '',
      world: { create: () => new Promise((resolve) => setTimeout(resolve, 500)) },
      steps: [player.playQueue({ tracks: tracks('y:ok1') }), player.playQueue({ tracks: tracks('y:ok2') }), 60_000],
      loads: 'ok2',
    },
    {
      title: 'BY4 an undo of what nobody did',
      queue: 'y:ok1',
      steps: [
        player.undoEdit(77),
        player.removeItems([]),
        player.removeItems(['q9', '']),
        player.moveItem({ id: 'q9', to: 0 }),
        playNext(''),
        player.playItem('q9'),
      ],
      shows: '[ok1]',
      loads: 'ok1',
    },
    {
      title: 'L4 everything, where nothing is queued',
      queue: '',
      steps: [
        player.play(),
        player.pause(),
        player.toggle(),
        player.next(),
        player.previous(),
        player.retry(),
        player.seek(5),
        player.setShuffle(true),
        player.setPip(true),
        player.clearQueue(),
        player.removeItems(['q1']),
        player.undoEdit(1),
        player.moveItem({ id: 'q1', to: 3 }),
        player.dropPost('p'),
        player.reviseTrack(named('y:ok')),
        player.suspend(),
        player.unsuspend(),
        player.playQueue({ tracks: [] }),
        otherTab,
        player.close(),
      ],
      shows: '',
      loads: '',
      state: { phase: 'closed', mode: 'hidden' },
    },
    {
      title: 'L4 after a close, what is put in plays anew',
      queue: 'y:ok1 y:ok2',
      steps: [player.close(), playNext('y:ok3')],
      shows: '[ok3]',
      loads: 'ok1 ok3',
    },
  ]))

describe('commands from within', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('BY4 what has ended is removed by a listener of the end: the next item is loaded once', async () => {
    const engine = await perform({ title: '', queue: 'y:ok1 y:ok2 y:ok3', steps: [] })
    let over = false
    engine.store.subscribe(() => {
      if (over || engine.facts.at(-1) !== itemEnded.type.replace('player/', '')) return
      over = true
      engine.dispatch(player.removeItems([engine.state.queue.items[0]!.id]))
    })
    ended(engine)
    await pass()
    expect(queueOf(engine.state)).toBe('[ok2] ok3')
    expect(engine.loaded.join(' ')).toBe('ok1 ok2')
  })
})
