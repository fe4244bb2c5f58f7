/**
 * Determines the queries of a search. The title sets are nested: a complete set contains all hits of the inner ones, and the first
 * hits of a set suffice for those that are not in the next one. Most searches need one query per type, and one for the titles of all
 * types.
 */
import { documentTypes, type DocumentType } from '../port.ts'
import type { StoredDocument } from './documents.ts'
import type { Part, Plan } from './query.ts'

type Formatted = Partial<Pick<StoredDocument, 'head' | 'tags' | 'description'>>

export interface Hit extends Pick<StoredDocument, 'type' | 'shown' | 'begins' | 'popularity'> {
  _formatted?: Formatted
  _rankingScore?: number
}

export interface Result {
  hits: Hit[]
  totalHits: number
}

export interface RankedHit {
  /** Smaller is better. */
  tier: number
  /** Ranking score of Meilisearch without popularity, from 0 to 1. */
  score: number
  hit: Hit
}

export interface Gathering {
  /** The missing queries, for one request; empty if the page is complete. */
  next(): Part[]
  take(parts: readonly Part[], results: readonly Result[]): void
  /** The needed hits of each type, best first. */
  rows(): RankedHit[][]
  /** Number of hits, counted at least to `countTo`. */
  total(): number
}

export function createGathering({ types, depth, titleSets, titlesFirst, setOf }: Plan, countTo: number): Gathering {
  const known = new Map<string, Result>()
  const nameOf = ({ set, type }: Part): string => `${set} ${type ?? 'all'}`
  const of = (set: number, type: DocumentType | null): Result | undefined => known.get(nameOf({ set, type }))

  /** The hits of a type in a set, best first; null if it was not queried. */
  function listOf(set: number, type: DocumentType): Hit[] | null {
    return of(set, type)?.hits ?? of(set, null)?.hits.filter((hit) => hit.type === type) ?? null
  }

  const isComplete = ({ hits, totalHits }: Result): boolean => totalHits <= hits.length

  /** The outermost complete set that contains this one. */
  function wholeAround(set: number, type: DocumentType): number | null {
    for (let outer = 0; outer <= set; outer += 1) {
      const result = of(outer, type) ?? of(outer, null)
      if (result && isComplete(result)) return outer
    }
    return null
  }

  const isEnough = (set: number, type: DocumentType): boolean =>
    wholeAround(set, type) !== null || (listOf(set, type)?.length ?? 0) >= depth
  const isRequested = (set: number): boolean => [null, ...documentTypes].some((type) => of(set, type) !== undefined)
  const partsOf = (set: number, partTypes: readonly DocumentType[]): Part[] => partTypes.map((type) => ({ set, type }))

  /** The total, if title matches alone reach `countTo` and fill the page. */
  function titlesAlone(): number | null {
    if (titleSets === 0 || !isRequested(1)) return null
    const total = of(1, null)?.totalHits ?? types.reduce((sum, type) => sum + (of(1, type)?.totalHits ?? 0), 0)
    return total >= countTo ? total : null
  }

  function titleParts(): Part[] {
    const parts: Part[] = []
    for (let set = 1; set <= titleSets; set += 1) {
      if (types.every((type) => wholeAround(set, type) !== null)) break
      if (isRequested(set))
        parts.push(
          ...partsOf(
            set,
            types.filter((type) => !isEnough(set, type)),
          ),
        )
      else if (set === 1 && titlesFirst) parts.push(...partsOf(set, types))
      else {
        parts.push({ set, type: null })
        break
      }
    }
    return parts
  }

  function rowOf(type: DocumentType): RankedHit[] {
    const row: RankedHit[] = []
    const taken = new Set<string>()
    for (let set = titleSets; set >= 0; set -= 1) {
      let source = wholeAround(set, type) ?? set
      while (source > 0 && listOf(source, type) === null) source -= 1
      // A document that changed between two requests can be in two sets.
      const hits = (listOf(source, type) ?? []).filter((hit) => setOf(hit.begins) === set && !taken.has(hit.shown.id))
      if (set > 0) hits.sort((a, b) => b.popularity - a.popularity)
      for (const hit of hits) {
        taken.add(hit.shown.id)
        row.push({ tier: titleSets - set, score: set > 0 || titleSets === 0 ? 1 : (hit._rankingScore ?? 0), hit })
      }
    }
    return row
  }

  return {
    next() {
      const parts = titleParts()
      const isWaiting = titlesFirst && !isRequested(1)
      if (!isWaiting && !isRequested(0) && titlesAlone() === null) parts.unshift(...partsOf(0, types))
      return parts
    },
    take(parts, results) {
      for (const [place, part] of parts.entries()) known.set(nameOf(part), results[place] ?? { hits: [], totalHits: 0 })
    },
    rows: () => types.map(rowOf),
    total: () => (isRequested(0) ? types.reduce((sum, type) => sum + (of(0, type)?.totalHits ?? 0), 0) : (titlesAlone() ?? 0)),
  }
}
