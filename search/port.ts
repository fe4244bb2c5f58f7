/**
 * The port of search: documents, queries and the interface of an index. Adapters: `embedded/` (SQLite FTS5, in the data directory)
 * and `meilisearch/`; `failover.ts` combines the two, and `indexer.ts` keeps them in sync with the database. All adapters pass the
 * same behaviour suite (tests/search).
 *
 * Guarantees of every index:
 * - Matching ignores case and accents. Words consist of Unicode letters and digits; in scripts without spaces each character is a
 *   word.
 * - A document matches if it has every word of the text, in any field and any order. If the text is `unfinished`, the last word can
 *   be a prefix of one letter or more.
 * - Typo tolerance: one error from 4 letters on, two from 8 on. An error is a wrong, missing or extra letter, or two swapped ones. An
 *   error in the first letter counts twice. Words with a digit must match exactly.
 * - Order: exact title, title that starts with the text, then matches in title and names, in tags, in descriptions; whole words
 *   before prefixes, exact words before corrected ones; then popularity. Types are ranked together, and equal ranks are interleaved.
 * - Pages are stable: the order does not depend on `limit`.
 */

/** In the order of the user interface. */
export const documentTypes = ['tag', 'bead', 'member', 'post'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface DocumentKey {
  type: DocumentType
  /** Id, uid, or key of a tag. */
  id: string
}

/** A document of the index. Texts are plain text. */
export interface SearchDocument extends DocumentKey {
  title: string
  /** Alternative names: a member's uid, the artists of a post's medium. */
  names: readonly string[]
  /** In their displayed spelling. */
  tags: readonly string[]
  description: string
  category: string | null
  /** uid of the creator; of a member the own uid. */
  creator: string | null
  /** Id of the playlist that a post is in. */
  bead: string | null
  /** uids of members who may see it; null for everyone. Admins see all. */
  readers: readonly string[] | null
  /** Only of playlists: uids of members who may post to it; null for everyone, empty for feeds. */
  writers: readonly string[] | null
  /** A count, 0 or more, for the order. Only its magnitude matters. */
  popularity: number
}

export interface SearchReader {
  uid: string
  isAdmin: boolean
}

export interface SearchQuery {
  /** The typed text. An empty text matches everything if there is a `tag` or `among` filter, otherwise nothing. */
  text: string
  /** Searched types, without duplicates. */
  types: readonly DocumentType[]
  /** Determines the visible documents; null for a visitor. */
  reader: SearchReader | null
  /** The last word of the text can be a prefix. */
  unfinished: boolean
  /** Match titles and names only, not tags and descriptions. */
  namesOnly?: boolean
  /** Only playlists and posts of this category; excludes other types. */
  category?: string
  /** Only playlists and posts with this tag (`tagKey`); excludes other types. */
  tag?: string
  /** Only playlists that the reader may post to. */
  writable?: boolean
  /** Only these ids by type; excludes types without ids. */
  among?: Partial<Record<DocumentType, readonly string[]>>
  /** Excludes these members and what they created. */
  excludedAuthors?: readonly string[]
  from: number
  /** 1 or more. */
  limit: number
  /** Cap of `total`: counting all matches is most of the work for a short text. Defaults to `maxReachableHits`. */
  countTo?: number
}

/** Texts are escaped HTML with matches in `em`. */
export interface SearchHit extends DocumentKey {
  title: string
  /** An excerpt, with ellipses where it was cut. */
  description: string
  tags: readonly string[]
}

export interface SearchPage {
  hits: SearchHit[]
  /** `from` of the next page; null on the last one. */
  next: number | null
  /** Number of results, capped at `maxReachableHits`; with `countTo`, at that or at the end of the page plus one. */
  total: number
}

/** Maximum reachable results; totals are capped at this. */
export const maxReachableHits = 1000

/** Cap of the total of a query. */
export const countLimit = ({ countTo = maxReachableHits, from, limit }: SearchQuery): number =>
  Math.min(maxReachableHits, Math.max(countTo, from + limit + 1))

export interface IndexChanges {
  /** Inserted or replaced by key. */
  put: readonly SearchDocument[]
  /** Unknown keys are ignored. */
  remove: readonly DocumentKey[]
  /** All posts of these playlists. */
  removeWithin: readonly string[]
}

/** The next generation of an index, built next to the active one. */
export interface Building {
  put(documents: readonly SearchDocument[]): Promise<void>
  /** Activates this generation, which is up to date to `position`. */
  finish(position: number): Promise<void>
  /** Deletes the generation. */
  abandon(): Promise<void>
}

/** All methods throw `SearchUnavailable` on timeouts and outages. */
export interface SearchIndex {
  readonly name: string
  /** Preferred number of documents per write: small for an index in this process, large for a remote one. */
  readonly batch?: number
  search(query: SearchQuery): Promise<SearchPage>
  /** Position in the change log; null if it was never built, or for another version of the documents. */
  position(): Promise<number | null>
  /**
   * Atomic, including the position; only `removeWithin` may be partly done before. Idempotent. `from` is the expected current
   * position: the write is skipped if the index has another one, because another process was faster or activated a generation.
   */
  write(changes: IndexChanges, position: number, from?: number): Promise<void>
  rebuild(): Promise<Building>
  /** Number of documents, without a scan; null if it was never built. Absent: unknown. */
  count?(): Promise<number | null>
  close(): Promise<void>
}

/** Outage or timeout of the index. Temporary: callers use the other index, and retry. */
export class SearchUnavailable extends Error {
  override name: string = 'SearchUnavailable'
}

/** The index belongs to another database. It is left unchanged unless an operator rebuilds it. */
export class SearchForeign extends SearchUnavailable {
  override name = 'SearchForeign'
}

/** Permanent error: the search server is too old, or the request is invalid. The message contains the reason. */
export class SearchRefused extends Error {
  override name = 'SearchRefused'
}

/** An entry of the change log: a created, changed or deleted document. Readers fetch the current state. */
export interface Change {
  /** Increases in commit order: a reader of a position has seen every smaller one. */
  position: number
  /** `within`: all posts of this playlist, and their tags. */
  type: DocumentType | 'within'
  id: string
}

/** The database as the source of documents and changes. */
export interface DocumentSource {
  /** The latest position. The first one is arbitrary. */
  head(): Promise<number>
  /** Changes after a position, oldest first; null if the log does not reach back that far, or belongs to another database. */
  changes(after: number, limit: number): Promise<Change[] | null>
  /** Documents of these keys, in any order, without deleted ones. */
  documents(keys: readonly DocumentKey[]): Promise<SearchDocument[]>
  /** Pages of all documents of a type, by id; `after` is the last id of the previous page. */
  all(type: DocumentType, after: string, limit: number): Promise<SearchDocument[]>
  /** Keys of at most `limit` posts in a playlist, by id, and of their tags; `after` is the id of a post. */
  within(bead: string, after: string, limit: number): Promise<DocumentKey[]>
  /** Approximate number of documents, for progress output. */
  count(): Promise<number>
}

/** Used by the server. Answers as long as one index is available. */
export interface Search {
  search(query: SearchQuery): Promise<SearchPage>
}
