/** Races: events and commands while an item fails, is held by a comment, or tries its streams. */
import { describe, expect } from 'vitest'
import { player } from '#player/index.ts'
import { at, broken, ended, started, offline, online, otherTab, play, playNext, remove, emit, undo, unreachable } from './scenario.ts'

const buffering = emit({ type: 'buffering' })

describe('while a dead item shows', () =>
  play([
    {
      title: 'L8 the gallery opens while a dead item shows → nothing loads',
      queue: 'y:dead y:ok2',
      steps: [1000, player.suspend(), 60_000],
      loads: 'dead',
      state: { intent: 'pause', suspended: true },
    },
    {
      title: 'L8 the gallery opens and closes while a dead item shows → the next item plays after 2 s',
      queue: 'y:dead y:ok2',
      steps: [1000, player.suspend(), 60_000, player.unsuspend(), 2000],
      shows: 'dead [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'BY3 another tab starts playing while a dead item shows → nothing loads here',
      queue: 'y:dead y:ok2',
      steps: [1000, otherTab, 60_000],
      loads: 'dead',
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(0),
    },
    {
      title: 'BY4 the dead item is removed → the next item plays at once',
      queue: 'y:dead y:ok2',
      steps: [1000, remove('dead')],
      shows: '[ok2]',
      state: { phase: 'playing', deadItemId: null },
    },
    {
      title: 'BY4 the items after a dead item are removed → the queue ends with its error',
      queue: 'y:dead y:ok2',
      steps: [1000, remove('ok2'), 1000],
      shows: '[dead]',
      state: { ended: true },
    },
    {
      title: 'BY4 an item is added after a dead item → the added item plays',
      queue: 'y:dead',
      steps: [1000, playNext('y:ok2'), 1000],
      shows: 'dead [ok2]',
    },
    {
      title: 'L4 the player is closed while a dead item shows → nothing loads',
      queue: 'y:dead y:ok2',
      steps: [1000, player.close(), 60_000],
      loads: 'dead',
      state: { phase: 'closed' },
    },
    {
      title: 'L7 a comment and a pause while a dead item shows; the comment is sent → stays paused',
      queue: 'y:dead y:ok2',
      steps: [1000, player.startComposing('a'), 1000, player.pause(), player.stopComposing('a'), 60_000],
      state: { intent: 'pause', phase: 'stopped', advanceHeld: false },
    },
  ]))

describe('an item that fails while paused', () =>
  play([
    {
      title: 'L5 an item fails while paused → it is shown as failed, and the queue does not advance',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), player.pause(), broken, 60_000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { intent: 'pause', deadItemId: 'q1', ended: false },
    },
    {
      title: 'L5 the last item fails while paused → it is shown as failed, and the queue does not end',
      queue: 'y:ok1',
      steps: [player.pause(), broken, 60_000],
      state: { deadItemId: 'q1', ended: false },
    },
    {
      title: 'L5 play after a failure while paused → retried; failed again → skipped after 2 s',
      queue: 'y:silent y:ok2',
      steps: [player.pause(), broken, 60_000, player.play(), broken, 2000],
      shows: 'silent [ok2]',
      loads: 'silent silent ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 next after a failure while paused → the next item plays',
      queue: 'y:silent y:ok2',
      steps: [player.pause(), broken, player.next()],
      shows: 'silent [ok2]',
      state: { phase: 'playing' },
    },
    {
      title: 'L8 an item fails while the gallery is open; the gallery closes → the item is retried',
      queue: 'y:ok1 y:ok2',
      steps: [player.suspend(), broken, 60_000, player.unsuspend()],
      shows: '[ok1] ok2',
      loads: 'ok1 ok1',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 the next item is dead and loaded while paused → it is shown as failed, and the queue does not advance',
      queue: 'y:ok1 y:dead y:ok3',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a'), 60_000],
      shows: 'ok1 [dead] ok3',
      state: { intent: 'pause', deadItemId: 'q2' },
    },
    {
      title: 'L5 a seek after a failure while paused, then play → the retry starts at that position',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), player.pause(), broken, player.seek(20), player.play()],
      loads: 'ok1 ok1',
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(20),
    },
  ]))

describe('while a comment holds the end of an item', () =>
  play([
    {
      title: 'L7 seek back while a comment holds the end → plays from there, and holds again at the end',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(20), at(21), ended],
      shows: '[ok1] ok2',
      loads: 'ok1 ok1',
      state: { advanceHeld: true, composing: ['a'] },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 20, autoplay: true }),
    },
    {
      title: 'L7 seek back while a comment holds the end, then the comment is sent → the item plays on',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(20), player.stopComposing('a'), 60_000],
      shows: '[ok1] ok2',
      state: { phase: 'playing', advanceHeld: false },
    },
    {
      title: 'L7 pause and seek back while a comment holds the end → paused at that position',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.pause(), player.seek(20)],
      state: { intent: 'pause', phase: 'stopped', position: 20, advanceHeld: false },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 20, autoplay: false }),
    },
    {
      title: 'L7 seek past the end while a comment holds the end → the advance stays held',
      queue: 'y:ok1 y:ok2',
      steps: [at(90), player.startComposing('a'), ended, player.seek(500)],
      loads: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 pause while a comment holds the end, then the comment is sent → the next item is shown, paused',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { intent: 'pause', phase: 'stopped', advanceHeld: false },
    },
    {
      title: 'L7 play while a comment holds the end → the item restarts',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.play()],
      loads: 'ok1 ok1',
      state: { advanceHeld: false },
    },
    {
      title: 'L8 the gallery opens while a comment holds the end, the comment is sent → the next item is shown, suspended',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { intent: 'pause', phase: 'stopped', suspended: true },
    },
    {
      title: 'L8 the gallery opens while a comment holds the end, the comment is sent, the gallery closes → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.stopComposing('a'), player.unsuspend()],
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'L8 the gallery opens and closes while a comment holds the end → no restart; the comment is sent → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.suspend(), player.unsuspend(), 1000, player.stopComposing('a')],
      loads: 'ok1 ok2',
      state: { phase: 'playing' },
    },
    {
      title: 'BY3 another tab plays while a comment holds the end, the comment is sent → paused here',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, otherTab, player.stopComposing('a')],
      state: { intent: 'pause' },
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(1),
    },
    {
      title: 'BY4 remove and undo while a comment holds the end → the advance stays held',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, remove('ok2'), undo(), 1000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'BY4 the queue is cleared while a comment holds the end; the comment is sent → the queue ends',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.clearQueue(), player.stopComposing('a')],
      state: { ended: true, advanceHeld: false },
    },
    {
      title: 'L6 repeat is turned on while a comment holds the end; the comment is sent → the item plays again',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.setRepeat(true), player.stopComposing('a')],
      loads: 'ok1 ok1',
    },
    {
      title: 'L4 the player is closed while a comment holds the end; the composer closes → nothing loads',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.close(), player.stopComposing('a'), 60_000],
      loads: 'ok1',
      state: { phase: 'closed', composing: [] },
    },
  ]))

describe('while streams are tried', () =>
  play([
    {
      title: 'BY4 the item is removed while loading → its fallback stream is not tried',
      queue: 'y:silent,f:ok1 y:ok2',
      steps: [remove('silent'), 60_000],
      loads: 'silent ok2',
    },
    {
      title: 'L8 the gallery opens during loading → the item finishes loading, paused',
      queue: 'y:silent',
      steps: [player.suspend(), started, 60_000],
      loads: 'silent',
      state: { phase: 'stopped', intent: 'pause', failures: [] },
    },
    {
      title: 'L5 offline during a fallback → the fallback stream is retried online; the dead stream is not',
      queue: 'y:dead,f:silent,i:ok1',
      steps: [offline, unreachable, 60_000, online],
      loads: 'dead silent silent',
      state: { failures: [{ code: 'gone' }] },
    },
    {
      title: 'L5 offline, pause, online → the item is loaded, paused',
      queue: 'y:ok1',
      steps: [at(20), offline, unreachable, player.pause(), online],
      loads: 'ok1 ok1',
      state: { intent: 'pause', phase: 'stopped', offline: false },
    },
    {
      title: 'L5 offline, then next → the next item waits for the network',
      queue: 'y:ok1 y:silent',
      steps: [offline, unreachable, player.next(), unreachable, 60_000],
      shows: 'ok1 [silent]',
      state: { offline: true },
    },
    {
      title: 'L4 offline, close, online → nothing loads',
      queue: 'y:ok1',
      steps: [offline, unreachable, player.close(), online, 60_000],
      loads: 'ok1',
      state: { phase: 'closed', offline: false },
    },
    {
      title: 'L5 waiting for the network → not buffering, and no output is active',
      queue: 'y:ok1',
      steps: [buffering, offline, unreachable],
      state: { offline: true, buffering: false, playing: null, phase: 'stopped' },
    },
    {
      title: 'L5 a stream fails while paused → the next stream loads, paused',
      queue: 'y:ok1,f:ok2',
      steps: [at(30), player.pause(), broken],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L5 a stream that does not resume after a pause → the next stream plays from the same position',
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
      calls: ['load ok2', 'seek 30'],
    },
    {
      title: "L5 the second stream fails before it reached the first one's position → the third starts at that position",
      queue: 'y:ok1,f:silent,i:ok3',
      steps: [at(30), broken, started, broken],
      loads: 'ok1 silent ok3',
      calls: ['load ok3', 'seek 30'],
    },
    {
      title: 'L4 seek while paused, then buffering → stays paused at the new position',
      queue: 'y:ok1',
      steps: [at(30), player.pause(), player.seek(60), buffering, at(61)],
      state: { intent: 'pause', phase: 'stopped', position: 61 },
    },
    {
      title: 'L4 late events of an inactive output → ignored',
      queue: 'y:ok1 f:ok2',
      steps: [player.next(), (engine) => engine.youtube.emit({ type: 'ended' }), (engine) => engine.youtube.emit({ type: 'paused' })],
      shows: 'ok1 [ok2]',
      state: { phase: 'playing' },
    },
  ]))
