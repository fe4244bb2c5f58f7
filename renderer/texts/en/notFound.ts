import { messages, pageTitles } from '#contract/messages.ts'

export const notFound = {
  title: pageTitles.notFound,
  heading: messages.notFound,
  text: 'The address may be wrong, or the page no longer exists.',
}
