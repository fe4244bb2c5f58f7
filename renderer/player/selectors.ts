import type { Edit, PlayerState, Queue, QueueItem, QueueSource } from './state.ts'

/** The part of the store's state that the player uses: its slice must be mounted as `player`. */
export interface WithPlayer {
  player: PlayerState
}

export const selectPlayer = (state: WithPlayer): PlayerState => state.player

export const selectCurrentItem = ({ player: { queue } }: WithPlayer): QueueItem | null => queue.items[queue.index] ?? null

/** The id of the playlist that is the queue's source, if it is one. */
export const selectBeadOfQueue = ({
  player: {
    queue: { source, index },
  },
}: WithPlayer): string | undefined => (index >= 0 && source?.list.of === 'posts' ? source.list.query.bead : undefined)

/** The list that an item plays from, to link to: the queue's source, or the playlist of an item that was inserted. */
export const playedFrom = ({ page, bead }: QueueItem, source: QueueSource | null): Pick<QueueSource, 'title' | 'href'> =>
  source !== null && source.title !== '' && page !== undefined ? source : { title: bead.title, href: `/${bead.id}` }

export const selectShuffled = ({ player: { queue } }: WithPlayer): boolean => queue.natural !== null

/** The last edit, which can be undone. */
export const selectLastEdit = ({ player: { queue } }: WithPlayer): Edit | null => queue.edits.at(-1) ?? null

/** Whether the play button shows "pause": the current item plays or will play without further input. */
export const selectIsPlaying = ({ player }: WithPlayer): boolean =>
  player.intent === 'play' && !player.needsGesture && !player.advanceHeld && player.queue.index >= 0 && player.deadItemId === null

/** Whether to show a spinner: the item should play, but is being loaded or buffers. */
export const selectIsWaiting = ({ player }: WithPlayer): boolean =>
  selectIsPlaying({ player }) &&
  !player.offline &&
  !player.unreachable &&
  (player.phase === 'queued' || player.phase === 'loading' || player.buffering)

/** The items of the queue, and the removed ones that an undo can restore. */
export const allItems = ({ items, edits }: Pick<Queue, 'items' | 'edits'>): QueueItem[] => [
  ...items,
  ...edits.flatMap(({ taken }) => taken),
]
