/** Deterministic pseudo-random numbers: mulberry32 seeded with the hash of a name. */
export interface Chance {
  (): number
  between(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(of: readonly T[]): T
  /** One item of `of`, weighted; null if every weight is 0. */
  weighted<T>(of: readonly T[], weight: (one: T) => number): T | null
  shuffled<T>(of: readonly T[]): T[]
  /** `digits` base-36 digits, for ids. */
  digits(digits: number): string
}

export function hash(text: string): number {
  let value = 2_166_136_261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619)
  return value >>> 0
}

export function chance(name: string): Chance {
  let state = hash(name)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return Object.assign(() => next(), {
    between: (low: number, high: number) => low + next() * (high - low),
    happens: (probability: number) => next() < probability,
    pick: <T>(of: readonly T[]): T => of[below(of.length)]!,
    weighted: <T>(of: readonly T[], weight: (one: T) => number): T | null => {
      let left = next() * of.reduce((sum, one) => sum + weight(one), 0)
      for (const one of of) {
        left -= weight(one)
        if (left < 0) return one
      }
      return null
    },
    shuffled: <T>(of: readonly T[]): T[] => {
      const cards = [...of]
      for (let i = cards.length - 1; i > 0; i--) {
        const j = below(i + 1)
        ;[cards[i], cards[j]] = [cards[j]!, cards[i]!]
      }
      return cards
    },
    digits: (digits: number) => Array.from({ length: digits }, () => below(36).toString(36)).join(''),
  })
}
