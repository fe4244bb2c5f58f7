/** Compares the results of a soak with the requirements. */
import { quantile } from '../figures.ts'
import type { Fault } from './faults.ts'
import type { Acknowledged, Result } from './visitor.ts'

/** Maximum growth of p99, compared with that of the floor, and of memory from the first third to the last. */
const maxGrowth = { p99: 1.5, memory: 1.1 }
/** Fewest results without a fault in each of the two thirds. With fewer, their p99 says nothing. */
const fewestResults = 200

export interface Sample {
  at: number
  /** Resident set (MB) of each server; NaN if it does not count. */
  memory: number[]
  /** CPU time (ms) of the same work each time: the floor of latency. It grows if other guests of the host slow the machine down. */
  work: number
}

export interface Ratio {
  what: 'p99' | 'memory'
  unit: string
  before: number
  after: number
  /** How much of the growth is the machine's: 1 if it is as fast as before. */
  floor: number
  most: number
}

export interface Growth {
  /** Results without a fault in the first and in the last third of the time. */
  counts: [first: number, last: number]
  ratios: Ratio[]
  /** p99 (ms) of each kind of request in these two thirds. */
  kinds: { kind: string; before: number; after: number }[]
}

/** Nothing that visitors do is refused by a server in order. */
export const isFailure = ({ status }: Result): boolean => status !== 200

export const p99Of = (results: readonly Result[]): number =>
  quantile(
    results.map(({ ms }) => ms),
    0.99,
  )

/** Memory (MB) that a server rarely exceeds; NaN without values that count. */
export const memoryOf = (values: readonly number[]): number =>
  quantile(
    values.filter((mb) => !Number.isNaN(mb)),
    0.9,
  )

/** Compares the first third of the time with the last. */
export function measureGrowth(undisturbed: readonly Result[], samples: readonly Sample[], from: number, to: number): Growth {
  const third = (n: number) => (at: number) => at >= from + ((to - from) * n) / 3 && at < from + ((to - from) * (n + 1)) / 3
  const [first, last] = [third(0), third(2)]
  const [early, late] = [undisturbed.filter(({ sentAt }) => first(sentAt)), undisturbed.filter(({ sentAt }) => last(sentAt))]
  const memoryIn = (within: (at: number) => boolean): number =>
    memoryOf(samples.filter(({ at }) => within(at)).flatMap(({ memory }) => memory))
  /** The slow moments, from which p99 comes too. */
  const workIn = (within: (at: number) => boolean): number =>
    quantile(
      samples.filter(({ at }) => within(at)).map(({ work }) => work),
      0.95,
    )
  const kinds = [...new Set(late.map(({ kind }) => kind))].sort().map((kind) => {
    const p99In = (results: readonly Result[]) => p99Of(results.filter((result) => result.kind === kind))
    return { kind, before: p99In(early), after: p99In(late) }
  })
  return {
    kinds,
    counts: [early.length, late.length],
    ratios: [
      { what: 'p99', unit: 'ms', before: p99Of(early), after: p99Of(late), floor: workIn(last) / workIn(first), most: maxGrowth.p99 },
      { what: 'memory', unit: 'MB', before: memoryIn(first), after: memoryIn(last), floor: 1, most: maxGrowth.memory },
    ],
  }
}

/** The growth of the site itself. */
export const growthOf = ({ before, after, floor }: Ratio): number => after / before / floor

/** True without values too. */
export const isExceeded = (ratio: Ratio): boolean => !(growthOf(ratio) <= ratio.most)

/** What does not meet the requirements. */
export function problemsOf({
  growth: { counts, ratios },
  failed,
  disturbed,
  acknowledged,
  wrong,
  missing,
}: {
  growth: Growth
  /** Failures without a fault. */
  failed: readonly Result[]
  /** Results during each fault. */
  disturbed: readonly (Pick<Fault, 'what' | 'most'> & { results: readonly Result[] })[]
  acknowledged: Acknowledged
  /** Acknowledged writes that are missing or different. */
  wrong: readonly string[]
  /** What the site lacks (`missingIn`). */
  missing: readonly string[]
}): string[] {
  const [first, last] = counts
  const isShort = Math.min(...counts) < fewestResults
  const writes = { posts: acknowledged.posts, comments: acknowledged.comments, 'sign-ups': acknowledged.signUps }
  return [
    ...(isShort ? [`too short: ${first} and ${last} results without a fault in the first and last third, of ${fewestResults}`] : []),
    ...ratios.filter(isExceeded).map(({ what }) => `growth of ${what}`),
    ...disturbed.flatMap(({ what, most, results }) => {
      const share = results.filter(isFailure).length / results.length
      // True without results too.
      return most !== null && !(share <= most) ? [`${(share * 100).toFixed(1)} % failed during "${what}", of at most ${most * 100} %`] : []
    }),
    ...(failed.length > 0 ? [`${failed.length} failed requests without a fault`] : []),
    ...Object.entries(writes).flatMap(([what, { size }]) => (size === 0 ? [`no acknowledged ${what}`] : [])),
    ...(wrong.length > 0 ? [`${wrong.length} lost or repeated writes`] : []),
    ...missing,
  ]
}
