import type { PlayerState, QueueItem } from './state.ts'

/** The store's state as far as the engine knows it: its slice is mounted as `player`. */
export interface WithPlayer {
  player: PlayerState
}

export const selectPlayer = (state: WithPlayer): PlayerState => state.player

export const selectCurrentItem = ({ player: { queue } }: WithPlayer): QueueItem | null => queue.items[queue.index] ?? null

export const selectCanPrevious = ({ player: { queue } }: WithPlayer): boolean => queue.index > 0

export const selectCanNext = ({ player: { queue } }: WithPlayer): boolean =>
  queue.index >= 0 && (queue.index + 1 < queue.items.length || queue.next !== null)

/** Whether the play button pauses: something plays, or is on its way to. */
export const selectIsPlaying = ({ player }: WithPlayer): boolean =>
  player.intent === 'play' && !player.needsGesture && player.queue.index >= 0 && player.deadItemId === null

/** Nothing is heard yet, or not at this moment: show that something is coming. */
export const selectIsWaiting = ({ player }: WithPlayer): boolean =>
  selectIsPlaying({ player }) && (player.phase === 'queued' || player.phase === 'loading' || player.buffering)
