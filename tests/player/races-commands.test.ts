/** Races: several commands at once, and commands from within a listener. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { itemEnded } from '#player/facts.ts'
import { advanceTime } from './harness.ts'
import { ended, named, otherTab, perform, play, playNext, queueOf, remove, tracks } from './scenario.ts'

describe('simultaneous commands', () =>
  play([
    {
      title: 'L4 nine toggles at once → paused',
      queue: 'y:silent',
      steps: [
        (engine) => {
          for (let n = 0; n < 9; n++) engine.dispatch(player.toggle())
        },
      ],
      state: { intent: 'pause', phase: 'stopped' },
    },
    {
      title: 'Q1 next three times at once → only the last item is loaded',
      queue: 'y:ok1 y:ok2 y:ok3 y:ok4',
      steps: [
        (engine) => {
          for (let n = 0; n < 3; n++) engine.dispatch(player.next())
        },
      ],
      shows: 'ok1 ok2 ok3 [ok4]',
      state: { phase: 'playing' },
      calls: ['load ok4'],
    },
    {
      title: 'L4 end and close at once → closed',
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
      calls: ['unload'],
    },
    {
      title: 'BY4 end and removal of the ended item at once → the next item loads once',
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
      title: 'L6 close while the output is being created → nothing loads',
      queue: '',
      world: { create: () => new Promise((resolve) => setTimeout(resolve, 500)) },
      steps: [player.playQueue({ tracks: tracks('y:ok1') }), player.close(), 60_000],
      loads: '',
      state: { phase: 'closed' },
    },
    {
      title: 'L6 another queue while the output is being created → only the second queue loads',
      queue: '',
      world: { create: () => new Promise((resolve) => setTimeout(resolve, 500)) },
      steps: [player.playQueue({ tracks: tracks('y:ok1') }), player.playQueue({ tracks: tracks('y:ok2') }), 60_000],
      loads: 'ok2',
    },
    {
      title: 'BY4 commands with unknown ids → no effect',
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
      title: 'L4 all commands on an empty queue → closed, and nothing loads',
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
      title: 'L4 "play next" after a close → plays',
      queue: 'y:ok1 y:ok2',
      steps: [player.close(), playNext('y:ok3')],
      shows: '[ok3]',
      loads: 'ok1 ok3',
    },
  ]))

describe('commands from a listener', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('BY4 a store listener removes the ended item → the next item is loaded once', async () => {
    const engine = await perform({ title: '', queue: 'y:ok1 y:ok2 y:ok3', steps: [] })
    let over = false
    engine.store.subscribe(() => {
      if (over || engine.facts.at(-1) !== itemEnded.type.replace('player/', '')) return
      over = true
      engine.dispatch(player.removeItems([engine.state.queue.items[0]!.id]))
    })
    ended(engine)
    await advanceTime()
    expect(queueOf(engine.state)).toBe('[ok2] ok3')
    expect(engine.loaded.join(' ')).toBe('ok1 ok2')
  })
})
