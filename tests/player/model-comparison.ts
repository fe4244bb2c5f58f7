import { expect } from 'vitest'
import type { FakeOutput, startEngine } from './harness.ts'
import type { Model } from './model.ts'

export interface Compared {
  model: Model
  engine: ReturnType<typeof startEngine>
  outputCalls: string[]
  reported: string[]
  fakes(): FakeOutput[]
}

/** Compares all observable state of the engine with the model. */
export function expectSameState(pair: Compared): void {
  const { model, engine } = pair
  const { state } = engine
  const { queue } = state
  expect({
    queue: queue.items.map(({ postId }) => postId),
    index: queue.index,
    phase: state.phase,
    intent: state.intent,
    ended: state.ended,
    dead: state.deadItemId !== null,
    held: state.advanceHeld,
    suspended: state.suspended,
    offline: state.offline,
    unreachable: state.unreachable,
    gesture: state.needsGesture,
    buffering: state.buffering,
    repeat: state.repeat,
    shuffled: queue.index >= 0 && queue.natural !== null,
    failures: state.failures.length,
    position: state.position,
    fresh: state.recentlyStarted,
    composing: [...state.composing].sort(),
    mode: state.mode,
    up: state.playing !== null,
    outputCalls: pair.outputCalls,
    reports: [...pair.reported, ...pair.engine.reported],
  }).toEqual({
    queue: model.items.map(({ name }) => name),
    index: model.index,
    phase: model.phase,
    intent: model.intent,
    ended: model.ended,
    dead: model.dead,
    held: model.held !== null,
    suspended: model.suspended,
    offline: model.offline,
    unreachable: model.unreachable,
    gesture: model.gesture,
    buffering: model.buffering,
    repeat: model.repeat,
    shuffled: model.index >= 0 && model.shuffled,
    failures: model.failures.length,
    position: model.position,
    fresh: model.fresh > 0,
    composing: [...model.composing].sort(),
    mode: model.index < 0 ? 'hidden' : 'floating',
    up: model.life?.open === true,
    outputCalls: model.outputCalls,
    reports: model.reports,
  })
  if (state.deadItemId !== null) expect(state.deadItemId).toBe(queue.items[queue.index]?.id)
  expect(pair.fakes().filter(({ loads, unloads }) => loads.length > unloads).length).toBeLessThanOrEqual(1)
  expect(pair.fakes().reduce((sum, { listeners }) => sum + listeners.size, 0)).toBe(model.life?.open ? 1 : 0)
  expect(queue.next).toBe(model.index < 0 ? queue.next : model.next)
  expect(pair.engine.task.isRunning()).toBe(true)
}
