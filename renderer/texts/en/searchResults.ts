import { maxSearchTotal } from '#contract/pages/search.ts'
import { n } from './number.ts'

/** The dropdown of the search box: results, or the details of a pasted link. It loads after the search box. */
export const searchResults = {
  results: 'Results',
  sections: { tag: 'Tags', bead: 'Playlists', member: 'Members', post: 'Posts' },
  found: (shown: number, total: number) => {
    const results = shown === 1 ? '1 result' : `${shown} results`
    return total > shown ? `${results} of ${total >= maxSearchTotal ? `${n(maxSearchTotal)} or more` : n(total)}` : results
  },
  none: (query: string) => `No results found for ${query}.`,
  noneHint: 'Try fewer or different words.',
  showAll: (query: string) => `Show all results for “${query}”`,
  showAllMembers: (query: string) => `Show all members for “${query}”`,
  showAllBeads: (query: string) => `Show all playlists for “${query}”`,
  elsewhere: 'Search the web',
  enter: 'Enter',
  by: (name: string) => `by ${name}`,
  inPlaylist: (title: string) => `in ${title}`,
  link: 'Link',
  unfinishedLink: 'Keep typing or paste a link to a video, a song, a picture or any page.',
  looking: (host: string) => `Loading ${host}…`,
  linkUnknown: (host: string) => `No details found for this page at ${host}.`,
  linkByAddress: "The site didn't respond, so these details come from its address.",
  linkOwn: 'Open this page of Strand',
  linkPlay: 'Play it now',
  linkAdd: 'Add it to a playlist',
  linkOpen: (host: string) => `Open it at ${host}`,
}
