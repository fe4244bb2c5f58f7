import { messages, pageTitles } from '#contract/messages.ts'

export const notFound = {
  title: pageTitles.notFound,
  heading: messages.notFound,
  text: 'The address may be wrong, or what was here is gone.',
  home: 'Discover playlists',
}
