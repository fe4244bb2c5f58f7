import { messages } from '../../../server/contract/messages.ts'

export const notFound = {
  title: 'Page not found',
  heading: messages.notFound,
  text: 'The address may be wrong, or what was here is gone.',
  home: 'Discover playlists',
}
