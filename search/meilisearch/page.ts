/** Meilisearch's answers to the parts of a question, put together to one page. */
import type { MultiSearchResult } from 'meilisearch'
import { countedTo, type SearchHit, type SearchPage, type SearchQuery } from '../port.ts'
import { excerpt, highlight, highlightTag, type Found } from '../text/highlight.ts'
import type { StoredDocument } from './documents.ts'
import { marks, type Part } from './query.ts'

export type MeilisearchHit = Pick<StoredDocument, 'type' | 'shown'>
type Formatted = Partial<Pick<StoredDocument, 'head' | 'tags' | 'description'>>
type Result = MultiSearchResult<MeilisearchHit>

interface Find {
  tier: number
  /** How well it answers, by Meilisearch's ranking rules but popularity, from 0 to 1. */
  score: number
  hit: Result['hits'][number]
}

/** The finds of a type, best first, and how far they are taken. */
interface Row {
  finds: Find[]
  taken: number
}

/** Scores are sums of fractions: what differs by less is the same. */
const samePart = 1e-9

const isBetter = (a: Find, b: Find): boolean => a.tier < b.tier || (a.tier === b.tier && a.score > b.score + samePart)

/** The best first, and of equals one of each type in turn. What comes first is the same however many are wanted. */
function inTurns(rows: Row[], wanted: number): Find[] {
  const found: Find[] = []
  while (found.length < wanted) {
    const heads = rows.filter((row) => row.taken < row.finds.length)
    const [first, ...others] = heads.map(({ finds, taken }) => finds[taken]!)
    if (first === undefined) break
    const best = others.reduce((a, b) => (isBetter(b, a) ? b : a), first)
    for (const row of heads) {
      const head = row.finds[row.taken]!
      if (isBetter(best, head)) continue
      found.push(head)
      row.taken += 1
    }
  }
  return found
}

const markSigns = new RegExp(`[${marks.open}${marks.close}]`, 'g')

/** Which of the folded words Meilisearch marked, and how many of their first letters. */
function foundIn({ head = [], tags = [], description = '' }: Formatted): Found {
  const letters = new Map<string, number>()
  for (const word of [...head, ...tags, description].flatMap((text) => text.split(' '))) {
    const end = word.lastIndexOf(marks.close)
    if (end > 0) letters.set(word.replace(markSigns, ''), word.slice(0, end).replace(markSigns, '').length)
  }
  return (word) => letters.get(word) ?? 0
}

function hitOf({ hit: { type, shown, _formatted } }: Find): SearchHit {
  const found = foundIn((_formatted ?? {}) as Formatted)
  return {
    type,
    id: shown.id,
    title: highlight(shown.title, found),
    description: excerpt(shown.description, found),
    tags: shown.tags.map((tag) => highlightTag(tag, found)),
  }
}

export function pageOf(query: SearchQuery, parts: readonly Part[], results: readonly Result[]): SearchPage {
  const { from, limit } = query
  const rows = new Map<string, Row>()
  let all = 0
  for (const [place, { type, tier, isEven }] of parts.entries()) {
    const { hits = [], totalHits = 0 } = results[place] ?? {}
    const row = rows.get(type) ?? { finds: [], taken: 0 }
    row.finds.push(...hits.map((hit) => ({ tier, score: isEven ? 1 : (hit._rankingScore ?? 0), hit })))
    rows.set(type, row)
    all += totalHits
  }
  const total = Math.min(all, countedTo(query))
  const end = Math.min(from + limit, total)
  return {
    hits: inTurns([...rows.values()], end).slice(from, end).map(hitOf),
    next: end < total ? end : null,
    total,
  }
}
