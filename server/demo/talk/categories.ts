import type { Category } from '../../contract/index.ts'
export const byCategory: Record<Category, readonly string[]> = { music: [], film: [], comedy: [], sports: [], food: [], fashion: [], art: [], books: [], ideas: [], learning: [], other: [] }
