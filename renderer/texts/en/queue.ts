import { n as written } from './number.ts'

const posts = (n: number) => `${written(n)} ${n === 1 ? 'post' : 'posts'}`

/** The queue panel of the player. */
export const queue = {
  title: 'Queue',
  list: 'Posts in the queue',
  from: 'From',
  place: (place: number, total: number, more: boolean) => `${written(place)} of ${written(total)}${more ? '+' : ''}`,
  shuffle: 'Shuffle',
  repeat: 'Repeat',
  clear: 'Clear queue',
  close: 'Close queue',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  deadMark: "Can't be played",
  more: (title: string) => `More for ${title}`,
  handle: (title: string) => `Move ${title}`,
  handleHint:
    'Press Space to pick it up, the arrow keys to move it, Space to drop it, or Escape to cancel. Press Delete to remove it from the queue.',
  lifted: (title: string, place: number, total: number) => `Picked up ${title}, position ${place} of ${total}.`,
  movedOver: (place: number, total: number) => `Position ${place} of ${total}.`,
  dropped: (title: string, place: number, total: number) => `Dropped ${title}, position ${place} of ${total}.`,
  cancelled: (title: string) => `Move of ${title} cancelled.`,
  playNow: 'Play now',
  toTop: 'Move to top',
  toBottom: 'Move to bottom',
  remove: 'Remove from queue',
  openPost: 'Open post',
  loading: 'Loading more…',
  earlier: 'More posts come before these.',
  later: (source: string) => (source === '' ? 'More posts load as you get there.' : `More posts from ${source} load as you get there.`),
  endTitle: 'End of the queue',
  endText: 'Choose “Play next” or “Add to queue” on any post.',
  undone: 'Undone.',
  edits: {
    playNext: (n: number, title: string) => (n === 1 ? `Plays next: ${title}` : `${posts(n)} play next`),
    added: (n: number, title: string) => (n === 1 ? `Added to the queue: ${title}` : `${posts(n)} added to the queue`),
    removed: (n: number, title: string) => (n === 1 ? `Removed: ${title}` : `${posts(n)} removed from the queue`),
    moved: (_n: number, title: string) => `Moved: ${title}`,
    cleared: (_n: number, _title: string) => 'The queue is cleared',
  },
}
