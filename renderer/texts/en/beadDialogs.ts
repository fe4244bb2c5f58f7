import { n } from './number.ts'

/** The dialogs that export and delete a playlist. */
export const beadDialogs = {
  title: 'Export this playlist',
  text: 'Save it as a file for other programs.',
  formats: {
    jspf: { name: 'JSPF', about: 'All details, for programs that read JSON' },
    xspf: { name: 'XSPF', about: 'All details, for players such as VLC' },
    m3u: { name: 'M3U', about: 'Titles and links, for almost any player' },
    csv: { name: 'CSV', about: 'A table, for spreadsheets' },
  },
  deleteTitle: 'Delete this playlist?',
  deleteConfirm: 'Delete',
  deleted: 'The playlist is deleted.',
  deleteText: (posts: number) =>
    posts === 0
      ? "This can't be undone."
      : `${posts === 1 ? 'Its post is' : `Its ${n(posts)} posts are`} deleted too. This can't be undone.`,
}
