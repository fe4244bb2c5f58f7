/** Texts that both the server and the pages use. They are modules, so that a bundle contains only the texts it uses. */
export * as browserWords from './words/browsers.ts'
export * as embedWords from './words/embed.ts'
export * as language from './words/language.ts'
export * as messages from './words/messages.ts'
export * as pageTitles from './words/pageTitles.ts'

/** Display names of the categories (B3). */
export const categoryNames = {
  music: 'Music',
  film: 'Film & TV',
  comedy: 'Comedy',
  sports: 'Sports',
  food: 'Food & drink',
  fashion: 'Fashion',
  art: 'Art & design',
  books: 'Books',
  ideas: 'Ideas',
  learning: 'Learning',
  other: 'Other',
} as const
