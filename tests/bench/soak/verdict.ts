/** Compares the results of a soak with the requirements. */
import { quantile } from '../figures.ts'
import type { Fault } from './faults.ts'
import type { Acknowledged, Result } from './visitor.ts'

/** Maximum growth of p99 and of memory from the first third to the last. */
const maxGrowth = { p99: 1.5, memory: 1.1 }
/** Fewest results without a fault in each of the two thirds. With fewer, their p99 says nothing. */
const fewestResults = 200

export interface Sample {
  at: number
  /** Resident set (MB) of each server; NaN if it does not count. */
  memory: number[]
}

export interface Ratio {
  what: 'p99' | 'memory'
  unit: string
  before: number
  after: number
  most: number
}

export interface Growth {
  /** Results without a fault in the first and in the last third of the time. */
  counts: [first: number, last: number]
  ratios: Ratio[]
}

/** Nothing that visitors do is refused by a server in order. */
export const isFailure = ({ status }: Result): boolean => status !== 200

export const p99Of = (results: readonly Result[]): number =>
  quantile(
    results.map(({ ms }) => ms),
    0.99,
  )

/** Compares the first third of the time with the last. */
export function measureGrowth(undisturbed: readonly Result[], samples: readonly Sample[], from: number, to: number): Growth {
  const third = (n: number) => (at: number) => at >= from + ((to - from) * n) / 3 && at < from + ((to - from) * (n + 1)) / 3
  const [first, last] = [third(0), third(2)]
  const [early, late] = [undisturbed.filter(({ sentAt }) => first(sentAt)), undisturbed.filter(({ sentAt }) => last(sentAt))]
  const memoryIn = (within: (at: number) => boolean): number => {
    const values = samples.filter(({ at }) => within(at)).flatMap(({ memory }) => memory.filter((mb) => !Number.isNaN(mb)))
    return quantile(values, 0.9)
  }
  return {
    counts: [early.length, late.length],
    ratios: [
      { what: 'p99', unit: 'ms', before: p99Of(early), after: p99Of(late), most: maxGrowth.p99 },
      { what: 'memory', unit: 'MB', before: memoryIn(first), after: memoryIn(last), most: maxGrowth.memory },
    ],
  }
}

/** True without values too. */
export const isExceeded = ({ before, after, most }: Ratio): boolean => !(after / before <= most)

/** What does not meet the requirements. */
export function problemsOf({
  growth: { counts, ratios },
  failed,
  disturbed,
  acknowledged,
  wrong,
}: {
  growth: Growth
  /** Failures without a fault. */
  failed: readonly Result[]
  /** Results during each fault. */
  disturbed: readonly (Pick<Fault, 'what' | 'most'> & { results: readonly Result[] })[]
  acknowledged: Acknowledged
  /** Acknowledged writes that are missing or different. */
  wrong: readonly string[]
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
    ...(wrong.length > 0 ? [`${wrong.length} lost writes`] : []),
  ]
}
