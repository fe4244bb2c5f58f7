import type { Category } from '#contract/index.ts'
import type { DemoPlaylist } from '../tables.ts'
import { art } from './art.ts'
import { books } from './books.ts'
import { comedy } from './comedy.ts'
import { fashion } from './fashion.ts'
import { film } from './film.ts'
import { food } from './food.ts'
import { house } from './house.ts'
import { ideas } from './ideas.ts'
import { learning } from './learning.ts'
import { music } from './music.ts'
import { musicMoments } from './musicMoments.ts'
import { other } from './other.ts'
import { partners } from './partners.ts'
import { showcase } from './showcase.ts'
import { sports } from './sports.ts'

const categories: Record<Category, readonly DemoPlaylist[]> = {
  music: [...music, ...musicMoments],
  film,
  comedy,
  sports,
  food,
  fashion,
  art: [showcase, ...art],
  books,
  ideas,
  learning,
  other,
}

/** The random numbers are drawn in this order, so that a playlist added at the end does not change the others. */
export const playlists: readonly (DemoPlaylist & { category: Category })[] = [
  ...(Object.keys(categories) as Category[]).flatMap((category) => categories[category].map((playlist) => ({ ...playlist, category }))),
  ...house.map((playlist) => ({ ...playlist, category: 'other' as const })),
  ...partners.map((playlist, n) => ({ ...playlist, category: (['film', 'music', 'food'] as const)[n]! })),
]
