export const creator = {
  label: 'Start a new Playlist',
  title: 'Title',
  placeholder: 'Enter a title',
  start: 'Start',
  hint: 'Only you can post into it. Everybody can look and listen.',
}
