/** How Meilisearch is set up for Strand. What is changed here or in `documents.ts` needs another `version`. */
import type { Settings } from 'meilisearch'
import { maxReachableHits } from '../port.ts'

/** An index of another version counts as never built, and is built anew. */
export const version = 2

/** The first that knows the ranking rule `attributeRank`, and has the filter `STARTS WITH` without asking for it. */
export const oldestServer = '1.36'

/** Milliseconds after which Meilisearch answers with what it has ranked by then; below the time that we wait for it. */
const cutoffMs = 700

/** Words that mean the same, as they are folded. Each finds the others of its line. */
const sameMeaning: readonly (readonly string[])[] = [
  ['hiphop', 'hip hop'],
  ['rnb', 'r b', 'rhythm and blues'],
  ['dnb', 'drum and bass', 'drum n bass'],
  ['rocknroll', 'rock n roll', 'rock and roll'],
  ['scifi', 'sci fi', 'science fiction'],
  ['tv', 'television'],
  ['film', 'movie'],
  ['films', 'movies'],
  ['photo', 'photograph', 'picture'],
  ['football', 'soccer'],
  ['diy', 'do it yourself'],
  ['nyc', 'new york'],
]

export const synonyms: Record<string, string[]> = Object.fromEntries(
  sameMeaning.flatMap((words) => words.map((word) => [word, words.filter((other) => other !== word)])),
)

export const settings: Settings = {
  // Titles and names weigh the same, so they are one attribute.
  searchableAttributes: ['head', 'tags', 'description'],
  filterableAttributes: ['key', 'type', 'begins', 'starts', 'category', 'creator', 'bead', 'readers', 'writers', 'tagKeys'],
  displayedAttributes: ['*'],
  sortableAttributes: ['popularity'],
  // `sort` works only where a search asks for it. `attributeRank` asks in which field a word is; `attribute` would ask
  // as well how far from its beginning.
  rankingRules: ['sort', 'words', 'typo', 'attributeRank', 'exactness', 'popularity:desc'],
  stopWords: [],
  synonyms,
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnNumbers: true,
    disableOnWords: [],
    disableOnAttributes: [],
  },
  pagination: { maxTotalHits: maxReachableHits },
  // Nothing ranks by how near words are to each other, which is most of the work of indexing.
  proximityPrecision: 'byAttribute',
  prefixSearch: 'indexingTime',
  facetSearch: false,
  searchCutoffMs: cutoffMs,
}
