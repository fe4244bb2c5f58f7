/**
 * Search in domain words: what can be found, what is asked, what an index can do. Adapters: `embedded/`
 * (SQLite FTS5, in the data directory) and `meilisearch/`; `failover.ts` puts one before the other, and
 * `indexer.ts` keeps them up with the database. One behaviour suite holds for all (tests/search).
 *
 * What every index promises:
 * - Case and accents make no difference. Words are what Unicode calls letters and digits; each sign of a
 *   script that is written without spaces is a word.
 * - Every word of the text has to be in a document, in any of its fields and in any order. The last one may be
 *   the beginning of a word, from its first letter, where the text is `unfinished`.
 * - A word may differ from what is meant by one error from 4 letters on, by two from 8 on (`typos`): a letter
 *   wrong, missing, too many, or two swapped. An error in the first letter counts twice. Words with a digit are
 *   taken as they are.
 * - Order: the title as it is asked for, then a title that begins so, then finds in titles and names before those
 *   in tags before those in descriptions, whole words before beginnings, words as asked before mended ones, and
 *   among equals what people care for most. Of several types the best come first, and equals take turns.
 * - A page is stable: `from` counts what came before, whatever `limit` was.
 */

/** In the order in which a person sees them. */
export const documentTypes = ['tag', 'bead', 'member', 'post'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface DocumentKey {
  type: DocumentType
  /** Id, uid, or key of a tag. */
  id: string
}

/** What can be found, with what it is found by. Texts are plain. */
export interface SearchDocument extends DocumentKey {
  title: string
  /** What else it goes by: a member's uid, the artists of a post's medium. */
  names: readonly string[]
  /** As they are shown. */
  tags: readonly string[]
  description: string
  category: string | null
  /** uid of who made it; a member's own. */
  creator: string | null
  /** Id of the playlist that a post is in. */
  bead: string | null
  /** uids of who may see it; null: everybody. Admins see all. */
  readers: readonly string[] | null
  /** Of a playlist, uids of who may post to it; null: everybody. Nobody's for a feed, and for what is no playlist. */
  writers: readonly string[] | null
  /** How much people care for it: a count, 0 or more. Only its magnitude matters. */
  popularity: number
}

export interface SearchReader {
  uid: string
  isAdmin: boolean
}

export interface SearchQuery {
  /** As typed. Empty finds everything that passes the filters where there is a `tag` or `among`, otherwise nothing. */
  text: string
  /** Which types, each once. */
  types: readonly DocumentType[]
  /** For whom; null for a visitor. Nobody finds what they may not see. */
  reader: SearchReader | null
  /** The last word of the text may be unfinished. */
  unfinished: boolean
  /** Match titles and names only, not tags and descriptions. */
  namesOnly?: boolean
  /** Playlists and posts of this category; of other types none. */
  category?: string
  /** Key of a tag that they have (`tagKey`); of members and tags none. */
  tag?: string
  /** Only playlists that the reader may post to. */
  writable?: boolean
  /** Only these, of each type; a type that is not named has none. */
  among?: Partial<Record<DocumentType, readonly string[]>>
  /** Nothing that these members made, and not themselves. */
  without?: readonly string[]
  from: number
  /** 1 or more. */
  limit: number
  /** The total is needed only to here: counting all is most of the work of a short text. `mostFinds` where absent. */
  countTo?: number
}

/** Highlighted texts are HTML: escaped, and what was found in `em`. */
export interface SearchHit extends DocumentKey {
  title: string
  /** Where the description was cut, it begins and ends with an ellipsis. */
  description: string
  tags: readonly string[]
}

export interface SearchPage {
  hits: SearchHit[]
  /** `from` of the next page; null where this is the last. */
  next: number | null
  /** How many there are, counted to `mostFinds`; with `countTo` only to there, and to one more than the pages so far. */
  total: number
}

/** Finds that can be reached, and so counted: whoever wants more has asked too little. */
export const maxReachableHits = 1000

/** How far the finds of a question are counted. */
export const countedTo = ({ countTo = maxReachableHits, from, limit }: SearchQuery): number =>
  Math.min(maxReachableHits, Math.max(countTo, from + limit + 1))

export interface IndexChanges {
  /** New, or in place of what has this key. */
  put: readonly SearchDocument[]
  /** Known or not. */
  remove: readonly DocumentKey[]
  /** All posts of these playlists. */
  removeWithin: readonly string[]
}

/** The next generation of an index, built beside the one that answers. */
export interface Building {
  put(documents: readonly SearchDocument[]): Promise<void>
  /** From now on this one answers, and has followed the changes to `position`. */
  finish(position: number): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** Throws `SearchUnavailable` where it cannot be reached in time. */
export interface SearchIndex {
  readonly name: string
  /** Documents in a write that suit it: what blocks others while it writes takes few, what answers from afar many. */
  readonly batch?: number
  search(query: SearchQuery): Promise<SearchPage>
  /** How far in the log of changes it is; null where it was never built, or for another version of the documents. */
  position(): Promise<number | null>
  /**
   * All of it or nothing, and the position with it; of playlists with many posts some may be gone before. Doing it again
   * changes nothing. `from` is the position that it goes
   * on from: where the index is elsewhere by now, because another process was faster or exchanged it for a generation
   * that has not followed so far, it changes nothing.
   */
  write(changes: IndexChanges, position: number, from?: number): Promise<void>
  rebuild(): Promise<Building>
  close(): Promise<void>
}

/** The index is away or does not answer in time: another one may, and it will be tried again. */
export class SearchUnavailable extends Error {
  override name: string = 'SearchUnavailable'
}

/** The index holds another database. It stays as it is, unless it is rebuilt on purpose. */
export class SearchForeign extends SearchUnavailable {
  override name = 'SearchForeign'
}

/** What keeps the index refuses a request or a task, and would again: it is too old, or the request is wrong. The message says why. */
export class SearchRefused extends Error {
  override name = 'SearchRefused'
}

/** A line of the log of changes: something is new, other or gone. Who hears of it looks at what it is by then. */
export interface Change {
  /** Grows by commit: whoever has seen a number has seen every smaller one. */
  position: number
  /** `within`: all posts of this playlist, and their tags. */
  type: DocumentType | 'within'
  id: string
}

/** The truth that an index follows: the database, as the server reads it. */
export interface DocumentSource {
  /** The latest position. It may begin anywhere. */
  head(): Promise<number>
  /** After a position, oldest first; null where the log does not reach back so far, or never was there. */
  changes(after: number, limit: number): Promise<Change[] | null>
  /** Documents of these keys, in any order; what is not there any more is left out. */
  documents(keys: readonly DocumentKey[]): Promise<SearchDocument[]>
  /** All of a type, by id, for a rebuild; each page begins after an id. */
  all(type: DocumentType, after: string, limit: number): Promise<SearchDocument[]>
  /** Keys of at most `limit` posts in a playlist, by id, and of their tags; `after` is the id of a post. */
  within(bead: string, after: string, limit: number): Promise<DocumentKey[]>
  /** About how many documents there are, for showing progress. */
  count(): Promise<number>
}

/** What the server asks. Always answers as long as one index does. */
export interface Search {
  search(query: SearchQuery): Promise<SearchPage>
}
