/** Scenarios of persistence: the saved queue, remembered streams and positions, and prepared outputs. */
import { describe, expect } from 'vitest'
import { player, type SavedSession } from '#player/index.ts'
import { source } from './harness.ts'
import { arrives, at, broken, ended, hide, many, play, playNext, remove, show, tracks, unreachable } from './scenario.ts'

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

describe('memory of posts and sessions', () =>
  play([
    {
      title: 'BY6 reload → the queue is restored, paused at its position',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2] y:ok3') },
      steps: [60_000],
      shows: 'ok1 [ok2] ok3',
      loads: '',
      state: { intent: 'pause', phase: 'stopped', position: 42, repeat: true, mode: 'floating' },
    },
    {
      title: 'BY6 play after a reload → starts at the restored position',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2] y:ok3') },
      steps: [player.play()],
      loads: 'ok2',
      also: ({ youtube }) => expect(youtube.current).toMatchObject({ startTime: 42, autoplay: true }),
    },
    {
      title: 'BY6 seek and play after a reload → starts at the new position',
      queue: '',
      world: { saved: saved('[y:ok1]') },
      steps: [player.seek(70), player.play()],
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(70),
    },
    {
      title: 'BY6 L6 play after a reload of an ended queue → the last item plays from its start and is reported once',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2]', {}, 0) },
      steps: [player.play(), ended],
      loads: 'ok2',
      reports: 'ok2',
      also: ({ youtube }) => expect(youtube.loads[0]!.startTime).toBeUndefined(),
    },
    {
      title: 'BY6 the queue ends → the start time of the last item is saved, also when the page is hidden',
      queue: 'y:ok1 y:ok2@30-90',
      steps: [player.next(), at(88), ended, 1000, hide, 1000],
      also: ({ stored, state }) => {
        expect(state).toMatchObject({ ended: true, position: 88 })
        expect(stored.position).toMatchObject({ itemId: state.queue.items[1]!.id, position: 30 })
      },
    },
    {
      title: 'BY6 an ended item held by a comment → its start is saved',
      queue: 'y:ok1 y:ok2',
      steps: [at(88), player.startComposing('a'), ended, hide],
      also: ({ stored }) => expect(stored.position).toMatchObject({ position: 0 }),
    },
    {
      title: 'BY6 an ended item plays again → its position is saved',
      queue: 'y:ok1',
      steps: [at(88), ended, player.play(), at(20), hide],
      also: ({ stored }) => expect(stored.position).toMatchObject({ position: 20 }),
    },
    {
      title: 'BY6 a restored shuffled queue gets new ids; shuffle off → the original order',
      queue: '',
      world: { saved: saved('[y:ok1] y:ok2 y:ok3', { natural: ['q49', 'q50', 'q48'] }) },
      steps: [player.setShuffle(false)],
      shows: 'ok2 [ok1] ok3',
      also: ({ state }) => expect(state.queue.items.map(({ id }) => id).sort()).toEqual(['q1', 'q2', 'q3']),
    },
    {
      title: 'BY6 a restored queue with a next page → the page is fetched',
      queue: '',
      world: { saved: saved('[y:ok1]', { source, next: 1 }) },
      pages: { 1: 'y:ok2' },
      steps: [],
      shows: '[ok1] ok2',
      requests: [1],
    },
    {
      title: 'BY6 an edited and shuffled queue → saved with its edits and order',
      queue: many(0, 4),
      steps: [remove('ok1'), playNext('y:new'), player.setShuffle(true), 300],
      also: ({ stored, state: { queue } }) => {
        expect(stored.session).toMatchObject({
          queue: { items: queue.items, index: 0, natural: expect.arrayContaining(queue.items.map(({ id }) => id)) },
        })
      },
    },
    {
      title: 'BY6 close → the saved queue is deleted',
      queue: 'y:ok1',
      steps: [300, player.close(), 300],
      also: ({ stored }) => expect(stored.session).toBeNull(),
    },
    {
      title: 'BY6 the page is hidden → queue and position are saved',
      queue: 'y:ok1 y:ok2',
      steps: [player.next(), at(7), hide],
      also: ({ stored, state }) => {
        expect(stored.session).toMatchObject({ queue: { index: 1 } })
        expect(stored.position).toMatchObject({ itemId: state.queue.items[1]!.id, position: 7 })
      },
    },
    {
      title: 'BY6 a position saved after a reload → refers to an item of the saved queue',
      queue: '',
      world: { saved: saved('y:ok1 [y:ok2]') },
      steps: [player.seek(70), 1000],
      also: ({ stored }) => {
        expect((stored.session as SavedSession).queue.items.map(({ id }) => id)).toContain(stored.position!.itemId)
      },
    },
    {
      title: 'BZ1 a fallback stream played → tried first the next time',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended, player.previous()],
      loads: 'dead ok1 ok2 ok1',
      state: { playing: { remembered: true } },
    },
    {
      title: 'BZ1 the remembered stream fails → forgotten, and the others are tried',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended, player.previous(), broken],
      loads: 'dead ok1 ok2 ok1 dead',
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BZ1 the remembered stream is unreachable → remembered, because that says nothing about it',
      queue: 'y:dead,f:ok1 y:ok2',
      steps: [ended, player.previous(), unreachable],
      loads: 'dead ok1 ok2 ok1 dead',
      also: ({ memory }) => expect(memory).toMatchObject({ dead: { stream: expect.any(String) } }),
    },
    {
      title: 'BZ1 a stream fails right after it was remembered → forgotten',
      queue: 'y:dead,f:ok1',
      steps: [broken],
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BZ1 a fallback after a network failure → not remembered',
      queue: 'y:silent,f:ok1',
      steps: [unreachable],
      loads: 'silent ok1',
      also: ({ memory }) => expect(memory).toEqual({}),
    },
    {
      title: 'BY18 a long item is left and played again → resumes at its position',
      queue: 'y:ok1~3600 y:ok2',
      steps: [at(600, 3600), player.pause(), player.next(), player.previous()],
      state: { resumedFrom: 600, position: 600 },
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(600),
    },
    {
      title: 'BY18 a short item is left and played again → starts at its beginning',
      queue: 'y:ok1~300 y:ok2',
      steps: [at(100, 300), player.pause(), player.next(), player.previous()],
      state: { resumedFrom: null, position: 0 },
    },
    {
      title: 'BY18 a long item played to its end and again → starts at its beginning',
      queue: 'y:ok1~3600 y:ok2',
      steps: [at(600, 3600), player.pause(), player.play(), ended, player.previous()],
      state: { resumedFrom: null },
    },
    {
      title: 'BY18 retry of a resumed item → starts at its beginning',
      queue: 'y:ok1~3600',
      world: { memory: { ok1: { position: 600 } } },
      steps: [player.retry()],
      also: ({ youtube }) => expect(youtube.loads.map(({ startTime }) => startTime)).toEqual([600, undefined]),
    },
    {
      title: 'BY18 a resumable item is shown but not played → its saved position stays',
      queue: 'y:ok1 y:ok2~3600',
      world: { memory: { ok2: { position: 600 } } },
      steps: [player.pause(), remove('ok1'), hide, show],
      shows: '[ok2]',
      state: { position: 600 },
      also: ({ memory }) => expect(memory).toEqual({ ok2: { position: 600 } }),
    },
    {
      title: 'BY18 a resumable item is shown while paused, then play → resumes at its position',
      queue: 'y:ok1 y:ok2~3600',
      world: { memory: { ok2: { position: 600 } } },
      steps: [player.pause(), remove('ok1'), player.play()],
      loads: 'ok1 ok2',
      also: ({ youtube }) => expect(youtube.current.startTime).toBe(600),
    },
    {
      title: 'BY2 an item plays → the output of an upcoming item is created',
      queue: 'y:ok1 y:ok2 f:ok3',
      steps: [],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: "BY2 distant items → own outputs are created ahead, a provider's is not",
      queue: `${many(0, 9)} s:ok9 f:ok10`,
      steps: [],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 "play next" → the output of the added item is created',
      queue: 'y:ok1 y:ok2',
      steps: [playNext('f:ok3')],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 a page arrives → the output of its item is created',
      queue: 'y:ok1',
      pages: { 1: 'late f:ok2' },
      steps: [arrives(1)],
      also: ({ created }) => expect(created).toEqual(['youtube', 'hosted']),
    },
    {
      title: 'BY2 a restored queue that has not played → no output is created',
      queue: '',
      world: { saved: saved('[y:ok1] f:ok2') },
      steps: [1000],
      also: ({ created }) => expect(created).toEqual([]),
    },
  ]))
