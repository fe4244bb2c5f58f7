/** Scenarios of playback: the end of an item, and what pauses or holds the queue. */
import { describe, expect } from 'vitest'
import { player } from '#player/index.ts'
import { at, ended, offline, online, otherTab, play, unreachable } from './scenario.ts'

describe('the end of an item', () =>
  play([
    {
      title: 'L6 repeated `ended` events → each item is reported once',
      queue: 'y:ok1 y:ok2',
      steps: [ended, (engine) => engine.youtube.emit({ type: 'ended' }, 1), ended, ended],
      reports: 'ok1 ok2',
    },
    { title: 'L6 an external item ends → not reported', queue: 'y:ok1! y:ok2', steps: [ended, ended], reports: 'ok2' },
    {
      title: 'L6 an item is left before its end → not reported',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [at(99), player.next(), player.close()],
      reports: '',
    },
    {
      title: 'L9 an item with start and end time → plays from the start time and ends at the end time',
      queue: 'y:ok1@30-40 y:ok2',
      steps: [at(39), at(40)],
      loads: 'ok1 ok2',
      reports: 'ok1',
      also: ({ youtube }) => expect(youtube.loads[0]).toMatchObject({ startTime: 30, endTime: 40 }),
    },
    {
      title: 'BY18 a queue with a start position → the first item starts there',
      queue: 'y:ok1@30-90',
      request: { position: 45 },
      steps: [],
      state: { position: 45 },
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 45, endTime: 90 }),
    },
    {
      title: 'BY18 a queue with a start position → the second item starts at its beginning',
      queue: 'y:ok1 y:ok2',
      request: { position: 45 },
      steps: [ended],
      also: ({ youtube }) => expect(youtube.current.startTime).toBeUndefined(),
    },
    {
      title: 'L9 a start position past the end time → plays to the end of the medium',
      queue: 'y:ok1@30-40 y:ok2',
      request: { position: 50 },
      steps: [at(60)],
      loads: 'ok1',
      state: { phase: 'playing' },
    },
    { title: 'L6 4,999 ms after the start → `recentlyStarted`', queue: 'y:ok1', steps: [4999], state: { recentlyStarted: true } },
    { title: 'L6 5 s after the start → not `recentlyStarted`', queue: 'y:ok1', steps: [5000], state: { recentlyStarted: false } },
    { title: 'L6 an item without playback → not `recentlyStarted`', queue: 'y:silent', steps: [1000], state: { recentlyStarted: false } },
    {
      title: 'L5 a stream that does not start, paused after 10 s → no fallback while paused',
      queue: 'y:silent,f:ok',
      steps: [10_000, player.pause(), 60_000],
      loads: 'silent',
    },
  ]))

describe('pauses of the queue', () =>
  play([
    {
      title: 'L7 an item ends while a comment is written → the advance is held, and the play is reported',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, 60_000],
      shows: '[ok1] ok2',
      loads: 'ok1',
      reports: 'ok1',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 the comment that holds the advance is sent → the next item plays',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), ended, player.stopComposing('a')],
      shows: 'ok1 [ok2]',
      state: { advanceHeld: false, phase: 'playing' },
    },
    {
      title: 'L7 one of two comments is sent → the advance stays held',
      queue: 'y:ok1 y:ok2',
      steps: [player.startComposing('a'), player.startComposing('b'), ended, player.stopComposing('a')],
      shows: '[ok1] ok2',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 next while a comment holds the advance → the next item plays',
      queue: 'y:ok1 y:ok2 y:ok3',
      steps: [player.startComposing('a'), ended, player.next(), player.stopComposing('a'), 60_000],
      shows: 'ok1 [ok2] ok3',
      loads: 'ok1 ok2',
      state: { advanceHeld: false },
    },
    {
      title: 'L7 an item ends with repeat on while a comment is written → it repeats',
      queue: 'y:ok1 y:ok2',
      steps: [player.setRepeat(true), player.startComposing('a'), ended],
      loads: 'ok1 ok1',
      state: { advanceHeld: false },
    },
    {
      title: 'L7 a dead item while a comment is written → the advance is held',
      queue: 'y:dead y:ok2',
      steps: [player.startComposing('a'), 60_000],
      loads: 'dead',
      state: { advanceHeld: true },
    },
    {
      title: 'L7 the comment that holds a dead item is sent → the next item plays',
      queue: 'y:dead y:ok2',
      steps: [player.startComposing('a'), 60_000, player.stopComposing('a')],
      loads: 'dead ok2',
    },
    {
      title: 'L7 the last item ends while a comment is written → the queue ends',
      queue: 'y:ok1',
      steps: [player.startComposing('a'), ended],
      state: { ended: true, advanceHeld: false },
    },
    {
      title: 'L8 the gallery opens → paused',
      queue: 'y:ok1',
      steps: [player.suspend()],
      state: { phase: 'stopped', intent: 'pause', suspended: true },
    },
    {
      title: 'L8 the gallery closes → plays on',
      queue: 'y:ok1',
      steps: [player.suspend(), player.unsuspend()],
      state: { phase: 'playing', suspended: false },
      loads: 'ok1',
    },
    {
      title: 'L8 paused before the gallery opened; it closes → stays paused',
      queue: 'y:ok1',
      steps: [player.pause(), player.suspend(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 paused while the gallery is open; it closes → stays paused',
      queue: 'y:ok1',
      steps: [player.suspend(), player.pause(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 paused after the gallery closed; closing it again → stays paused',
      queue: 'y:ok1',
      steps: [player.suspend(), player.unsuspend(), player.pause(), player.unsuspend()],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'L8 the queue has ended; the gallery opens and closes → nothing loads',
      queue: 'y:ok1',
      steps: [ended, player.suspend(), player.unsuspend()],
      loads: 'ok1',
      state: { ended: true },
    },
    {
      title: 'BY3 another tab plays → paused here',
      queue: 'y:ok1',
      steps: [otherTab],
      state: { phase: 'stopped', intent: 'pause' },
    },
    {
      title: 'BY3 several items play → the tab claims playback once',
      queue: 'y:ok1 y:ok2',
      steps: [ended, otherTab, player.play()],
      also: ({ otherTabs }) => expect(otherTabs.claims).toBe(2),
    },
    {
      title: 'L5 offline → the stream waits, without a failure',
      queue: 'y:silent,f:ok1',
      steps: [offline, unreachable, 60_000],
      loads: 'silent',
      state: { offline: true, failures: [] },
    },
    {
      title: 'L5 online again → the same stream is retried',
      queue: 'y:silent,f:ok1',
      steps: [offline, unreachable, 60_000, online],
      loads: 'silent silent',
      state: { offline: false },
    },
    {
      title: 'L5 online again after 42 s of playback → resumes at 42 s',
      queue: 'y:ok1',
      steps: [at(42), offline, unreachable, online, at(0.5)],
      loads: 'ok1 ok1',
      calls: ['load ok1', 'seek 42'],
    },
    {
      title: 'L5 online, an unreachable stream → the next stream plays',
      queue: 'y:silent,f:ok1',
      steps: [unreachable],
      loads: 'silent ok1',
    },
  ]))
