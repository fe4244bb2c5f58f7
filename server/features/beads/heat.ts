/**
 * Forward decay: instead of cooling every playlist down as time goes by, each event weighs more the
 * later it happens. The sum grows beyond any number, so its log2 is stored. Two heats compare at any
 * time as the decayed scores would, so the column can be indexed and is only written by events.
 */

/** After a week an event counts for half: a playlist stays on top for days, not for months. */
const halfLifeMs = 7 * 86_400_000

/** What an event is worth. A follow is a decision to come back, a collect one to keep. */
export const heatOf = { created: 1, posted: 1, collected: 2, followed: 3 } as const

/** The log2 of what an event of `weight` at `time` (ms since 1970) is worth. */
const worth = (weight: number, time: number): number => Math.log2(weight) + time / halfLifeMs

export const firstHeat = (weight: number, time: number): number => worth(weight, time)

/** The heat after one more event. Events may come in any order. */
export function addEvent(heat: number, weight: number, time: number): number {
  const added = worth(weight, time)
  const larger = Math.max(heat, added)
  return larger + Math.log2(1 + 2 ** (Math.min(heat, added) - larger))
}

/**
 * The heat without an event that it holds: whoever takes back what they did takes its warmth back, and
 * gains nothing by doing it again. `least` is for what is so old that rounding has lost it.
 */
export function removeEvent(heat: number, weight: number, time: number, least: number): number {
  const rest = 1 - 2 ** (worth(weight, time) - heat)
  return rest > 1e-9 ? Math.max(least, heat + Math.log2(rest)) : least
}

/** The score that a heat stands for, seen from `time`: the sum of weights, each halved once a half-life. */
export const scoreAt = (heat: number, time: number): number => 2 ** (heat - time / halfLifeMs)
