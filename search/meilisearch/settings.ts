/** Settings of the Meilisearch index. Changes here or in `documents.ts` need a new `version`. */
import type { Settings } from 'meilisearch'
import { maxReachableHits } from '../port.ts'

/** An index of another version is rebuilt. */
export const version = 2

/** The first version with the ranking rule `attributeRank`, and with the filter `STARTS WITH` enabled by default. */
export const oldestServer = '1.36'

/** Time limit (ms) after which Meilisearch returns partial results; below the search timeout. */
const cutoffMs = 700

/** Synonyms, folded. Each matches the others of its line. */
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
  // Titles and names have the same weight, so they are one attribute.
  searchableAttributes: ['head', 'tags', 'description'],
  filterableAttributes: ['key', 'type', 'begins', 'starts', 'category', 'creator', 'bead', 'readers', 'writers', 'tagKeys'],
  displayedAttributes: ['*'],
  sortableAttributes: ['popularity'],
  // `sort` applies only to queries with `sort`. `attributeRank` ranks by field; `attribute` would also rank by the position within
  // the field.
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
  // No ranking rule uses word proximity, which is most of the work of indexing.
  proximityPrecision: 'byAttribute',
  prefixSearch: 'indexingTime',
  facetSearch: false,
  searchCutoffMs: cutoffMs,
}
