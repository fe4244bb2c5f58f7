import { maxSearchTotal } from '#contract/pages/search.ts'
import { n } from './number.ts'

/** What the box says of what it finds; the box alone is there before. */
export const searchResults = {
  results: 'Results',
  sections: { tag: 'Tags', bead: 'Playlists', member: 'Members', post: 'Posts' },
  found: (shown: number, total: number) => {
    const results = shown === 1 ? '1 result' : `${shown} results`
    return total > shown ? `${results} of ${total >= maxSearchTotal ? `${n(maxSearchTotal)} or more` : n(total)}` : results
  },
  none: (query: string) => `No results found for ${query}.`,
  noneHint: 'Try fewer or other words.',
  showAll: (query: string) => `Show all results for “${query}”`,
  showAllMembers: (query: string) => `Show all members for “${query}”`,
  showAllBeads: (query: string) => `Show all playlists for “${query}”`,
  elsewhere: 'Look elsewhere on the web',
  enter: 'Enter',
  by: (name: string) => `by ${name}`,
  inPlaylist: (title: string) => `in ${title}`,
  link: 'Link',
  unfinishedLink: 'Go on: a link to a video, a song, a picture or any page.',
  looking: (host: string) => `Looking at ${host}…`,
  linkUnknown: (host: string) => `Nothing could be found out about this page of ${host}.`,
  linkByAddress: "The site didn't answer, so this is what its address tells.",
  linkOwn: 'Open this page of Strand',
  linkPlay: 'Play it now',
  linkAdd: 'Add it to a playlist',
  linkOpen: (host: string) => `Open it at ${host}`,
}
