/** Pseudo-random numbers, the same in every run. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  /** An integer below `n`. `skew` 1 is uniform; higher values favour small numbers, 3 like the popularity of posts. */
  below(n: number, skew?: number): number
  /** Eight base-36 digits, like the end of an id. */
  digits(): string
}

/** mulberry32, from a seed of 32 bits. */
export function createChance(seed: number): Chance {
  const next = (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (n, skew = 1) => Math.floor(n * next() ** skew),
    digits: () => next().toString(36).slice(2, 10).padEnd(8, '0'),
  }
}
