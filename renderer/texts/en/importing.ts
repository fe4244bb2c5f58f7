import { n } from './number.ts'

/** Despite the name, the user interface says "posts". */
const entries = (count: number) => (count === 1 ? '1 post' : `${n(count)} posts`)

/** The dialog that imports posts from a file of another program. */
export const importing = {
  entry: 'Import…',
  instead: 'Import from a file…',
  title: 'Import into this playlist',
  newTitle: 'Import a playlist',
  newText: 'Turn a file from another program into a playlist.',
  choose: 'Choose a file, or drop it here',
  formats: 'JSPF, XSPF, M3U, CSV or the CSV of YouTube Takeout',
  another: 'Import another file',
  change: 'Choose another file',
  reading: (name: string) => `Reading ${name}…`,
  called: 'Title',
  calledHint: 'Only you can add posts. Everyone can see and play it. You can change its picture and category later.',
  found: (name: string, count: number) => `${name}: ${count === 1 ? '1 entry' : `${n(count)} entries`}`,
  first: (count: number, of: number) => `These are the first ${n(count)} of ${n(of)}.`,
  more: 'Show more',
  preview: 'Import preview',
  fresh: (count: number) => `${entries(count)} to add`,
  there: (count: number) => `${n(count)} ${count === 1 ? 'duplicate' : 'duplicates'}`,
  unread: (count: number) => `${n(count)} couldn't be matched`,
  nothing: 'Nothing in this file can be added.',
  repeat: 'Duplicate',
  refused: 'Not matched',
  start: (count: number) => `Import ${entries(count)}`,
  startAll: (count: number) => `Import all ${n(count)}`,
  working: (name: string) => `Importing ${name}…`,
  progress: (handled: number, total: number) => `${n(handled)} of ${n(total)}`,
  stop: 'Stop',
  stopping: 'Stopping…',
  resume: 'Continue',
  added: (count: number) => (count === 1 ? '1 post was added.' : `${n(count)} posts were added.`),
  repeated: (count: number) => (count === 1 ? '1 duplicate was skipped.' : `${n(count)} duplicates were skipped.`),
  failed: (count: number) => (count === 1 ? "1 couldn't be matched:" : `${n(count)} couldn't be matched:`),
  left: (count: number) => (count === 1 ? '1 is left.' : `${n(count)} are left.`),
  line: (line: number) => `Line ${n(line)}`,
  open: 'Open the playlist',
}
