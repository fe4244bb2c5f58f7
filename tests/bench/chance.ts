/** Numbers that look random and are the same at every run. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  /** A whole number below `n`; the greater `skew`, the more often a small one: 1 is even, 3 as in popularity. */
  below(n: number, skew?: number): number
  /** Eight base-36 digits, as ids end in. */
  digits(): string
}

/** mulberry32: 32 bits after 32 bits from a seed. */
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
