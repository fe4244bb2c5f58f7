/** The random steps of the model test: commands, output events, network changes and time. */
import fc from 'fast-check'
import type { ReportedEvent } from './model-types.ts'

export type Step =
  | { do: 'queue'; from: number; count: number; index: number; listed: boolean; featured: number | null }
  | { do: 'item' | 'remove' | 'drop' | 'undo'; at: number }
  | { do: 'move item'; at: number; to: number }
  | { do: 'put'; next: boolean; kind: number }
  | { do: 'seek'; to: number }
  | { do: 'receive'; what: ReportedEvent; late: boolean }
  | { do: 'arrive'; at: number; twice: boolean }
  | { do: 'page'; comes: number }
  | { do: 'wait'; halves: number }
  | { do: 'compose' | 'stop composing'; id: string }
  | { do: 'repeat' | 'shuffle' | 'online' | 'hidden' | 'reachable'; on: boolean }
  | {
      do:
        | 'play'
        | 'pause'
        | 'toggle'
        | 'next'
        | 'previous'
        | 'retry'
        | 'clear'
        | 'close'
        | 'suspend'
        | 'unsuspend'
        | 'other tab'
        | 'leave page'
        | 'restore page'
        | 'reload'
        | 'hand over'
    }

const part = fc.nat(11)
const reportedEvents: fc.Arbitrary<ReportedEvent> = fc.oneof(
  { arbitrary: fc.constantFrom<ReportedEvent>('ready', 'playing', 'paused', 'buffering', 'blocked', 'unreachable'), weight: 6 },
  { arbitrary: fc.constant<ReportedEvent>('playing'), weight: 4 },
  { arbitrary: fc.constantFrom<ReportedEvent>('ended', 'ended', 'gone', 'gone', 'no sound'), weight: 5 },
  { arbitrary: fc.constantFrom(1, 12, 45, 50, 70).map((time) => ({ time })), weight: 3 },
)
export const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('queue' as const),
      from: fc.nat(5),
      count: fc.integer({ min: 1, max: 5 }),
      index: fc.nat(3),
      listed: fc.boolean(),
      featured: fc.option(part, { freq: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('item' as const, 'remove' as const, 'remove' as const, 'undo' as const, 'drop' as const),
      at: part,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move item' as const), at: part, to: part }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), next: fc.boolean(), kind: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seek' as const), to: fc.constantFrom(-1, 0, 20, 60, 500) }) },
  { weight: 24, arbitrary: fc.record({ do: fc.constant('receive' as const), what: reportedEvents, late: fc.nat(9).map((n) => n === 0) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      at: fc.nat(9).map((n) => Math.max(0, n - 6)),
      twice: fc.nat(5).map((n) => n === 0),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('page' as const), comes: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), halves: fc.constantFrom(1, 2, 4, 10, 31, 130) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('compose' as const, 'stop composing' as const), id: fc.constantFrom('a', 'b') }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat' as const, 'shuffle' as const, 'online' as const, 'hidden' as const, 'reachable' as const),
      on: fc.boolean(),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.constantFrom<Step>(
      ...(
        [
          'play',
          'pause',
          'toggle',
          'next',
          'next',
          'previous',
          'retry',
          'clear',
          'suspend',
          'unsuspend',
          'unsuspend',
          'other tab',
          'leave page',
          'restore page',
        ] as const
      ).map((one) => ({ do: one })),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'close' }, { do: 'reload' }, { do: 'hand over' }, { do: 'hand over' }) },
)
/** The first step of a sequence. Most sequences start with a list that has further pages. */
export const initialSteps = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'play' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('queue' as const),
      from: fc.nat(5),
      count: fc.integer({ min: 1, max: 3 }),
      index: fc.nat(2),
      listed: fc.constant(true),
      featured: fc.option(part, { freq: 5 }),
    }),
  },
)
