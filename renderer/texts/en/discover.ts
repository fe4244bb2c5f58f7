import { pageTitles } from '#contract/messages.ts'
import { n } from './number.ts'

/** The home page and the category pages. */
export const discover = {
  title: pageTitles.discover,
  heading: pageTitles.tagline,
  categories: 'Categories',
  all: 'All',
  beadOfTheDay: 'Bead of the Day',
  top: 'Top playlists',
  topOf: (category: string) => `Top in ${category}`,
  seeMore: (left: number) => `see ${n(left)} more`,
  seeMoreOf: (left: number, group: string) => `see ${n(left)} more in ${group}`,
  start: 'Start a Playlist',
  by: (name: string) => `by ${name}`,
  emptyTitle: 'No playlists here yet',
  emptyText: 'Be the first to start one.',
  failed: "The playlists couldn't be loaded.",
  moreFailed: "More playlists couldn't be loaded.",
  end: "That's every playlist here.",
}
