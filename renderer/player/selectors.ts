import { advance } from './queue.ts'
import type { Edit, PlayerState, QueueItem, QueueSource } from './state.ts'

/** The store's state as far as the engine knows it: its slice is mounted as `player`. */
export interface WithPlayer {
  player: PlayerState
}

export const selectPlayer = (state: WithPlayer): PlayerState => state.player

export const selectCurrentItem = ({ player: { queue } }: WithPlayer): QueueItem | null => queue.items[queue.index] ?? null

export const selectCanPrevious = ({ player: { queue } }: WithPlayer): boolean => advance(queue, 'previous', false) !== 'none'

export const selectCanNext = ({ player: { queue } }: WithPlayer): boolean => advance(queue, 'next', false) !== 'none'

/** The playlist that the queue was made of, where it was made of one. */
export const selectBeadOfQueue = ({ player: { queue: { source, index } } }: WithPlayer): string | undefined =>
  index >= 0 && source?.list.of === 'posts' ? source.list.query.bead : undefined

/** From which list an item is heard: the queue's own, or the item's playlist where a person put it in beside that. */
export const playedFrom = ({ page, bead }: QueueItem, source: QueueSource | null): Pick<QueueSource, 'title' | 'href'> =>
  source !== null && source.title !== '' && page !== undefined ? source : { title: bead.title, href: `/${bead.id}` }

export const selectShuffled = ({ player: { queue } }: WithPlayer): boolean => queue.natural !== null

/** What a person can take back now: their last edit. */
export const selectLastEdit = ({ player: { queue } }: WithPlayer): Edit | null => queue.edits.at(-1) ?? null

/** Whether the play button pauses: something plays, or is on its way to. */
export const selectIsPlaying = ({ player }: WithPlayer): boolean =>
  player.intent === 'play' && !player.needsGesture && !player.advanceHeld && player.queue.index >= 0 && player.deadItemId === null

/** Nothing is heard yet, or not at this moment: show that something is coming. */
export const selectIsWaiting = ({ player }: WithPlayer): boolean =>
  selectIsPlaying({ player }) && !player.offline && !player.unreachable && (player.phase === 'queued' || player.phase === 'loading' || player.buffering)
