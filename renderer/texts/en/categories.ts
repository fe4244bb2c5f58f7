import type { Category } from '../../../server/contract/rules.ts'

export const categories: Record<Category, string> = {
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
}
