/** Races: late reports of outputs, and a network that does not answer. */
import { describe, expect } from 'vitest'
import { player } from '#player/index.ts'
import {
  at,
  broken,
  ended,
  has,
  started,
  hide,
  many,
  offline,
  online,
  otherTab,
  paused,
  play,
  queueOf,
  emit,
  show,
  unreachable,
  type Engine,
} from './scenario.ts'

const strandAnswers = (engine: Engine) => engine.setReachable(true)
/** Every further load of an unreachable medium (`lost…`) fails. */
const unanswered = (engine: Engine) => {
  for (const fake of [engine.youtube, engine.hosted]) {
    const { load } = fake
    fake.load = (request) => {
      load.call(fake, request)
      if (request.stream.uri.startsWith('lost'))
        queueMicrotask(() => fake.emit({ type: 'failed', code: 'network', scope: 'network' }, request.loadId))
    }
  }
  unreachable(engine)
}
/** Expects these loads so far. */
const loads = (names: string) => (engine: Engine) => expect(engine.loaded.join(' ')).toBe(names)

describe('reports that are late or unsolicited', () =>
  play([
    {
      title: 'L5 the browser pauses a stream that fails 4 s later → the next stream plays from that position',
      queue: 'y:ok1,f:ok2 y:ok3',
      steps: [at(30), paused, 4000, unreachable],
      loads: 'ok1 ok2',
      calls: ['load ok2', 'seek 30'],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L5 the browser pauses the only stream, which fails → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [at(30), paused, broken, 2000],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L6 a provider reports paused at the end → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [at(99), paused, ended],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
      reports: 'ok1',
    },
    {
      title: 'L9 a provider reports paused at the end time → the next item plays',
      queue: 'y:ok1@0-40 y:ok2',
      steps: [at(39), paused, at(40)],
      loads: 'ok1 ok2',
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: "L4 the provider's pause button, a failure 6 s later → a user's pause: the next stream loads paused",
      queue: 'y:ok1,f:ok2',
      steps: [at(30), paused, 6000, unreachable],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: "L4 a provider's pause followed by our pause button, then a failure → the next stream loads paused",
      queue: 'y:ok1,f:ok2',
      steps: [at(30), paused, player.pause(), unreachable],
      loads: 'ok1 ok2',
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: "L4 pause during loading, then the provider's play button → plays on, without another pause",
      queue: 'y:deaf',
      steps: [player.pause(), 3000, started, 60_000],
      state: { intent: 'play', phase: 'playing' },
      calls: ['load deaf', 'pause'],
    },
    {
      title: "L4 the provider's play button on an item loaded while paused → plays",
      queue: 'y:ok1 y:silent',
      steps: [player.startComposing('a'), ended, player.pause(), player.stopComposing('a'), started],
      state: { intent: 'play', phase: 'playing' },
      calls: ['load silent'],
    },
    {
      title: 'L8 a `playing` event in flight when the gallery opens; the gallery closes → plays',
      queue: 'y:deaf',
      steps: [started, player.suspend(), started, paused, 60_000, player.unsuspend()],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'L8 the gallery closes before its pause is confirmed → plays',
      queue: 'y:deaf',
      steps: [started, player.suspend(), player.unsuspend(), paused, started, 60_000],
      state: { intent: 'play', phase: 'playing' },
    },
    {
      title: 'BY3 a `playing` event in flight when another tab starts → paused here, without a claim',
      queue: 'y:deaf',
      steps: [started, otherTab, started, paused, 60_000],
      state: { intent: 'pause', phase: 'stopped' },
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(1),
    },
    {
      title: 'L4 a pause that the output does not report → still playing after 2,999 ms',
      queue: 'y:deaf',
      steps: [started, player.pause(), at(1), 2999],
      state: { phase: 'playing' },
    },
    {
      title: 'L4 a pause that the output does not report → stopped after 3 s',
      queue: 'y:deaf',
      steps: [started, player.pause(), at(1), 3000],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'L4 the output keeps reporting playing after a pause → shown as playing after 3 s',
      queue: 'y:deaf',
      steps: [started, player.pause(), started, 3000],
      state: { intent: 'play', phase: 'playing' },
      calls: ['pause', 'pause'],
    },
    {
      title: 'L4 the output reports paused after a play → shown as paused after 3 s',
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
      title: 'L5 a `paused` event after a refused autoplay → the intent stays play',
      queue: 'y:ok1',
      steps: [emit({ type: 'autoplayBlocked' }), paused],
      state: { intent: 'play', needsGesture: true },
    },
    {
      title: 'L4 an outdated position after a seek → ignored',
      queue: 'y:ok1',
      steps: [at(30), player.seek(60), at(31)],
      state: { position: 60 },
    },
    {
      title: 'L4 an outdated position 3 s after a seek → accepted',
      queue: 'y:ok1',
      steps: [at(30), player.seek(60), at(31), 3000, at(34)],
      state: { position: 34 },
    },
    {
      title: 'L4 two seeks and an outdated position → the last seek counts',
      queue: 'y:ok1',
      steps: [at(50), player.seek(10), player.seek(20), at(49), at(21)],
      state: { position: 21 },
    },
    {
      title: 'L9 an outdated position past the end time after a seek back → the item does not end',
      queue: 'y:ok1@0-40 y:ok2',
      steps: [at(39), player.seek(5), at(40), at(5)],
      loads: 'ok1',
      state: { position: 5 },
    },
    {
      title: 'L5 a stream fails during a seek → the next stream starts at the target',
      queue: 'y:ok1,f:ok2',
      steps: [at(30), player.seek(60), broken],
      loads: 'ok1 ok2',
      calls: ['load ok2', 'seek 60'],
    },
  ]))

describe('a network that does not answer', () =>
  play([
    {
      title: 'L5 no item is reachable → the first is skipped, the second retried without limit',
      queue: many(1, 10).replaceAll('ok', 'lost'),
      world: { checks: false },
      steps: [unanswered, 3_600_000],
      shows: many(1, 10).replaceAll('y:ok', 'lost').replace('lost2', '[lost2]'),
      state: { intent: 'play', ended: false, deadItemId: null },
    },
    {
      title: 'L5 two unreachable items → the state is `unreachable`',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable],
      state: { unreachable: true, phase: 'stopped', playing: null, offline: false },
    },
    {
      title: 'L5 an unreachable item → retried after 2, 4 and 8 s',
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
      title: 'L5 the network is back → the unreachable item is retried at once and plays',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, 1000, online, started],
      loads: 'silent1 silent2 silent2',
      state: { unreachable: false, phase: 'playing', failures: [] },
    },
    {
      title: 'L5 play while unreachable → retried at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.play(), 0],
      loads: 'silent1 silent2 silent2',
      calls: ['load silent2'],
    },
    {
      title: 'L5 next while unreachable → the next item loads at once, and is retried if unreachable too',
      queue: 'y:silent1 y:silent2 y:silent3',
      steps: [unreachable, 2000, unreachable, player.next(), unreachable, 1000],
      shows: 'silent1 silent2 [silent3]',
      loads: 'silent1 silent2 silent3',
      state: { unreachable: true },
    },
    {
      title: 'L5 an unreachable item with two streams → both are tried, and both again in each retry',
      queue: 'y:silent1,f:silent2',
      steps: [unreachable, unreachable, 2000, unreachable],
      loads: 'silent1 silent2 silent1 silent2',
      state: { failures: [{ code: 'network' }] },
    },
    {
      title: 'L5 one stream is gone, two are unreachable → the retry skips the first',
      queue: 'y:silent1,f:silent2,i:silent3',
      steps: [broken, unreachable, unreachable, 2000],
      loads: 'silent1 silent2 silent3 silent2',
    },
    {
      title: 'L5 a dead item between two unreachable ones → the network works: all are skipped',
      queue: 'y:silent1 y:dead2 y:silent3 y:ok4',
      steps: [unreachable, 2000, 2000, unreachable, 2000],
      shows: 'silent1 dead2 silent3 [ok4]',
    },
    {
      title: 'L5 pause while unreachable → no retries; play → retried at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.pause(), 3_600_000, loads('silent1 silent2'), player.play()],
      loads: 'silent1 silent2 silent2',
    },
    {
      title: 'L8 the gallery opens while unreachable → no retries; it closes → retried at once',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.suspend(), 3_600_000, loads('silent1 silent2'), player.unsuspend()],
      loads: 'silent1 silent2 silent2',
    },
    {
      title: 'L5 offline while unreachable → waits for the network',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, offline, 3_600_000],
      loads: 'silent1 silent2',
      state: { offline: true, unreachable: false },
    },
    {
      title: 'L5 the player is closed while unreachable → nothing loads',
      queue: 'y:silent1 y:silent2',
      steps: [unreachable, 2000, unreachable, player.close(), online, 3_600_000],
      loads: 'silent1 silent2',
      state: { unreachable: false },
    },
    {
      title: 'L5 Strand is reachable, the item is not → skipped after a minute of retries',
      queue: 'y:silent1 y:lost2 y:ok3',
      steps: [unreachable, 2000, strandAnswers, unanswered, 64_001],
      shows: 'silent1 lost2 [ok3]',
      state: { phase: 'playing' },
    },
    {
      title: 'L5 an item becomes unreachable at 30 s → the retry resumes at 30 s',
      queue: 'y:ok1,f:silent2',
      steps: [at(30), unreachable, unreachable, 2000, at(0.5)],
      loads: 'ok1 silent2 ok1',
      calls: ['load ok1', 'seek 30'],
    },
    {
      title: 'BY2 hidden tab, a server that never answers → skipped after 60 s',
      queue: 'y:ok1 y:silent2 y:ok3',
      steps: [hide, ended, 59_999, loads('ok1 silent2'), 2001],
      loads: 'ok1 silent2 ok3',
      state: { phase: 'playing' },
    },
    {
      title: 'BY2 hidden tab, two servers that never answer → held at the second; the tab is visible → retried at once',
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
        started,
      ],
      shows: 'ok1 silent2 [silent3]',
      state: { phase: 'playing' },
    },
    {
      title: 'Q1 the next page fails at the end of the loaded items → fetched again after 2 s',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, 1999, has(1, 'y:ok2'), 1],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      reports: 'ok1',
      state: { unreachable: false },
    },
    {
      title: 'Q1 a failed page at the end → the state is `unreachable`; play → fetched at once',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, (engine) => expect(engine.state.unreachable).toBe(true), has(1, 'y:ok2'), player.play()],
      shows: 'ok1 [ok2]',
      loads: 'ok1 ok2',
      reports: 'ok1',
    },
    {
      title: 'Q1 a failed page at the end, offline, online → fetched at once',
      queue: 'y:ok1',
      pages: { 1: 'fails' },
      steps: [ended, offline, 60_000, has(1, 'y:ok2'), online],
      shows: 'ok1 [ok2]',
    },
  ]))
