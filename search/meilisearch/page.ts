/** Merges the hits of all types into a page. */
import { countLimit, type SearchHit, type SearchPage, type SearchQuery } from '../port.ts'
import { excerpt, highlight, highlightTag, type Found } from '../text/highlight.ts'
import type { RankedHit, Hit } from './gather.ts'
import { highlightTags } from './query.ts'

/** Hits of a type, best first, and how many are taken. */
interface Row {
  results: RankedHit[]
  taken: number
}

/** Scores are sums of fractions: smaller differences are rounding errors. */
const scoreTolerance = 1e-9

const isBetter = (a: RankedHit, b: RankedHit): boolean => a.tier < b.tier || (a.tier === b.tier && a.score > b.score + scoreTolerance)

/** Best first; equal ranks are interleaved by type. The order does not depend on `count`. */
function interleave(rows: Row[], count: number): RankedHit[] {
  const found: RankedHit[] = []
  while (found.length < count) {
    const heads = rows.filter((row) => row.taken < row.results.length)
    const [first, ...others] = heads.map(({ results, taken }) => results[taken]!)
    if (first === undefined) break
    const best = others.reduce((a, b) => (isBetter(b, a) ? b : a), first)
    for (const row of heads) {
      const head = row.results[row.taken]!
      if (isBetter(best, head)) continue
      found.push(head)
      row.taken += 1
    }
  }
  return found
}

const markSigns = new RegExp(`[${highlightTags.open}${highlightTags.close}]`, 'g')

/** Number of highlighted first letters of each folded word. */
function foundIn({ head = [], tags = [], description = '' }: NonNullable<Hit['_formatted']>): Found {
  const letters = new Map<string, number>()
  for (const word of [...head, ...tags, description].flatMap((text) => text.split(' '))) {
    const end = word.lastIndexOf(highlightTags.close)
    if (end > 0) letters.set(word.replace(markSigns, ''), word.slice(0, end).replace(markSigns, '').length)
  }
  return (word) => letters.get(word) ?? 0
}

function hitOf({ hit: { type, shown, _formatted } }: RankedHit): SearchHit {
  const found = foundIn(_formatted ?? {})
  return {
    type,
    id: shown.id,
    title: highlight(shown.title, found),
    description: excerpt(shown.description, found),
    tags: shown.tags.map((tag) => highlightTag(tag, found)),
  }
}

/** @param counted total, counted at least to `countLimit(query)`. */
export function pageOf(query: SearchQuery, results: readonly RankedHit[][], counted: number): SearchPage {
  const { from, limit } = query
  const total = Math.min(counted, countLimit(query))
  const end = Math.min(from + limit, total)
  const rows = results.map((hits): Row => ({ results: hits, taken: 0 }))
  return {
    hits: interleave(rows, end).slice(from, end).map(hitOf),
    next: end < total ? end : null,
    total,
  }
}
