/**
 * Which queries a search needs. Sets of titles lie within each other, so that a set that is known whole says everything
 * about those within it, and the first hits of a set hold enough of what is not in the next one: most searches take one
 * query for each type, and one for the titles of all types.
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

export interface Find {
  /** Better ones first. */
  tier: number
  /** How well it answers, by Meilisearch's ranking rules but popularity, from 0 to 1. */
  score: number
  hit: Hit
}

export interface Gathering {
  /** What is still to be asked, in one request; nothing where the page can be made. */
  next(): Part[]
  take(parts: readonly Part[], results: readonly Result[]): void
  /** The finds of each type, best first, as many as are needed. */
  rows(): Find[][]
  /** How many there are, counted at least to `countTo`. */
  total(): number
}

export function createGathering({ types, depth, titleSets, titlesFirst, setOf }: Plan, countTo: number): Gathering {
  const known = new Map<string, Result>()
  const nameOf = ({ set, type }: Part): string => `${set} ${type ?? 'all'}`
  const of = (set: number, type: DocumentType | null): Result | undefined => known.get(nameOf({ set, type }))

  /** The set's hits of a type, best first; null where it was not asked for. */
  function listOf(set: number, type: DocumentType): Hit[] | null {
    return of(set, type)?.hits ?? of(set, null)?.hits.filter((hit) => hit.type === type) ?? null
  }

  const isComplete = ({ hits, totalHits }: Result): boolean => totalHits <= hits.length

  /** The outermost set that is known whole, if it holds this one. */
  function wholeAround(set: number, type: DocumentType): number | null {
    for (let outer = 0; outer <= set; outer += 1) {
      const result = of(outer, type) ?? of(outer, null)
      if (result && isComplete(result)) return outer
    }
    return null
  }

  const isEnough = (set: number, type: DocumentType): boolean =>
    wholeAround(set, type) !== null || (listOf(set, type)?.length ?? 0) >= depth
  const isAsked = (set: number): boolean => [null, ...documentTypes].some((type) => of(set, type) !== undefined)
  const each = (set: number, wanted: readonly DocumentType[]): Part[] => wanted.map((type) => ({ set, type }))

  /** Of titles there are as many as are counted: nothing else comes onto the page. */
  function titlesAlone(): number | null {
    if (titleSets === 0 || !isAsked(1)) return null
    const total = of(1, null)?.totalHits ?? types.reduce((sum, type) => sum + (of(1, type)?.totalHits ?? 0), 0)
    return total >= countTo ? total : null
  }

  function titlesToAsk(): Part[] {
    const parts: Part[] = []
    for (let set = 1; set <= titleSets; set += 1) {
      if (types.every((type) => wholeAround(set, type) !== null)) break
      if (isAsked(set))
        parts.push(
          ...each(
            set,
            types.filter((type) => !isEnough(set, type)),
          ),
        )
      else if (set === 1 && titlesFirst) parts.push(...each(set, types))
      else {
        parts.push({ set, type: null })
        break
      }
    }
    return parts
  }

  function rowOf(type: DocumentType): Find[] {
    const row: Find[] = []
    const taken = new Set<string>()
    for (let set = titleSets; set >= 0; set -= 1) {
      let source = wholeAround(set, type) ?? set
      while (source > 0 && listOf(source, type) === null) source -= 1
      // A document that changed between two requests may be in two sets.
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
      const parts = titlesToAsk()
      const waits = titlesFirst && !isAsked(1)
      if (!waits && !isAsked(0) && titlesAlone() === null) parts.unshift(...each(0, types))
      return parts
    },
    take(parts, results) {
      for (const [place, part] of parts.entries()) known.set(nameOf(part), results[place] ?? { hits: [], totalHits: 0 })
    },
    rows: () => types.map(rowOf),
    total: () => (isAsked(0) ? types.reduce((sum, type) => sum + (of(0, type)?.totalHits ?? 0), 0) : (titlesAlone() ?? 0)),
  }
}
