import { locale } from './language.ts'

/** Texts of an embedded playlist on other sites. */
export const by = (name: string): string => `by ${name}`
export const posts = (count: number): string => `${count.toLocaleString(locale)} ${count === 1 ? 'post' : 'posts'}`
export const all = (count: number): string => (count === 1 ? 'See it on Strand' : `See all ${count.toLocaleString(locale)} on Strand`)
export const open = 'Open on Strand'
export const empty = 'Nothing here yet'
export const add = 'Add a post'
export const order = 'Sort posts'
export const sorts = { recent: 'Recent', top: 'Top', earliest: 'Earliest' } as const
export const list = 'Posts'
export const play = 'Play all'
