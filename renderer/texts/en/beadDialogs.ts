import { n } from './number.ts'

export const beadDialogs = {
  title: 'Export this playlist',
  text: 'A file that other programs read.',
  formats: {
    jspf: { name: 'JSPF', about: 'Everything there is, for programs that read JSON' },
    xspf: { name: 'XSPF', about: 'Everything there is, for players such as VLC' },
    m3u: { name: 'M3U', about: 'Titles and addresses, for nearly every player' },
    csv: { name: 'CSV', about: 'A table, for spreadsheets' },
  },
  deleteTitle: 'Delete this playlist?',
  deleteConfirm: 'Delete',
  deleted: 'The playlist is deleted.',
  deleteText: (posts: number) =>
    posts === 0 ? 'It is gone for good.' : `It is gone for good, with ${posts === 1 ? 'its post' : `its ${n(posts)} posts`}.`,
}
