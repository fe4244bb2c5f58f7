/** Words that both the server and the pages say; as modules, of which a bundle holds what is used. */
export * as embedWords from './words/embed.ts'
export * as language from './words/language.ts'
export * as messages from './words/messages.ts'
export * as pageTitles from './words/pageTitles.ts'

/** The categories' names as a person reads them (B3). */
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
