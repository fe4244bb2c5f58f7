/** What was found of each type, put together to one page. */
import { countedTo, type SearchHit, type SearchPage, type SearchQuery } from '../port.ts'
import { excerpt, highlight, highlightTag, type Found } from '../text/highlight.ts'
import type { Find, Hit } from './gather.ts'
import { marks } from './query.ts'

/** The finds of a type, best first, and how far they are taken. */
interface Row {
  results: Find[]
  taken: number
}

/** Scores are sums of fractions: what differs by less is the same. */
const samePart = 1e-9

const isBetter = (a: Find, b: Find): boolean => a.tier < b.tier || (a.tier === b.tier && a.score > b.score + samePart)

/** The best first, and of equals one of each type in turn. What comes first is the same however many are wanted. */
function interleave(rows: Row[], wanted: number): Find[] {
  const found: Find[] = []
  while (found.length < wanted) {
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

const markSigns = new RegExp(`[${marks.open}${marks.close}]`, 'g')

/** Which of the folded words Meilisearch marked, and how many of their first letters. */
function foundIn({ head = [], tags = [], description = '' }: NonNullable<Hit['_formatted']>): Found {
  const letters = new Map<string, number>()
  for (const word of [...head, ...tags, description].flatMap((text) => text.split(' '))) {
    const end = word.lastIndexOf(marks.close)
    if (end > 0) letters.set(word.replace(markSigns, ''), word.slice(0, end).replace(markSigns, '').length)
  }
  return (word) => letters.get(word) ?? 0
}

function hitOf({ hit: { type, shown, _formatted } }: Find): SearchHit {
  const found = foundIn(_formatted ?? {})
  return {
    type,
    id: shown.id,
    title: highlight(shown.title, found),
    description: excerpt(shown.description, found),
    tags: shown.tags.map((tag) => highlightTag(tag, found)),
  }
}

/** @param counted how many there are, counted at least as far as is asked. */
export function pageOf(query: SearchQuery, results: readonly Find[][], counted: number): SearchPage {
  const { from, limit } = query
  const total = Math.min(counted, countedTo(query))
  const end = Math.min(from + limit, total)
  const rows = results.map((each): Row => ({ results: each, taken: 0 }))
  return {
    hits: interleave(rows, end).slice(from, end).map(hitOf),
    next: end < total ? end : null,
    total,
  }
}
