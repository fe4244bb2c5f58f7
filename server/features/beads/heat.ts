/**
 * Hotness by forward decay: instead of decaying all scores over time, later events get larger weights. The sum of the
 * weights overflows, so its log2 is stored. Two values compare at any time as the decayed scores would, so the column
 * can be indexed and changes only with events.
 */

/**
 * Time in which the weight of an event halves (ms): a week, so that a playlist stays on top for days, not for months.
 */
const halfLifeMs = 7 * 86_400_000

/** Weights of events. */
export const heatOf = { created: 1, posted: 1, collected: 2, followed: 3 } as const

/** The log2 of the share of an event at `time` (ms since 1970) in the sum. */
const worth = (weight: number, time: number): number => Math.log2(weight) + time / halfLifeMs

/** The hotness of a playlist or post after its first event. */
export const firstHeat = (weight: number, time: number): number => worth(weight, time)

/**
 * The hotness after another event: the log2 of a sum, from the log2 of its parts. The order of events does not matter.
 */
export function addEvent(heat: number, weight: number, time: number): number {
  const added = worth(weight, time)
  const larger = Math.max(heat, added)
  return larger + Math.log2(1 + 2 ** (Math.min(heat, added) - larger))
}

/**
 * The hotness without an event, so that undoing and repeating an action does not increase it.
 *
 * @param least lower bound of the result, if rounding leaves nothing of the rest.
 */
export function removeEvent(heat: number, weight: number, time: number, least: number): number {
  const rest = 1 - 2 ** (worth(weight, time) - heat)
  return rest > 1e-9 ? Math.max(least, heat + Math.log2(rest)) : least
}

/** The decayed score at `time`: the sum of weights, each halved once per half-life. */
export const scoreAt = (heat: number, time: number): number => 2 ** (heat - time / halfLifeMs)
