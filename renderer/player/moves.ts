/** Moves of the cursor through the queue. */
import type { WithPlayer } from './selectors.ts'
import type { Queue } from './state.ts'

/** Which end of the window a page is for. */
export type Side = 'before' | 'after'

/** Where the cursor goes: to an index, to a page on this side that must be loaded first, or nowhere. */
export type Move = { to: number } | Side | 'none'

/** Why the cursor moves: the item ended or failed, or a person pressed next or previous. */
export type Why = 'ended' | 'next' | 'previous' | 'failed'

/**
 * The move from the current item. `repeat` replays an item that ended (B4), but not one that failed, which would be
 * replayed endlessly (decision 37). The commands `next` and `previous` ignore `repeat`.
 */
export function advance(queue: Queue, why: Why, repeat: boolean): Move {
  const { items, index, next, previous, natural } = queue
  if (index < 0) return 'none'
  if (why === 'previous') return index > 0 ? { to: index - 1 } : previous !== null && natural === null ? 'before' : 'none'
  if (why === 'ended' && repeat) return { to: index }
  if (index + 1 < items.length) return { to: index + 1 }
  return next === null ? 'none' : 'after'
}

export const selectCanPrevious = ({ player: { queue } }: WithPlayer): boolean => advance(queue, 'previous', false) !== 'none'

export const selectCanNext = ({ player: { queue } }: WithPlayer): boolean => advance(queue, 'next', false) !== 'none'
