/** Finds by looking at every document. */
import { documentTypes, type DocumentType, type SearchDocument, type SearchQuery } from '../port.ts'
import { distance, errorsAllowed, prefixDistance } from '../text/distance.ts'
import type { Found } from '../text/highlight.ts'
import { wordsOf } from '../text/words.ts'

export interface Word {
  text: string
  open: boolean
  errors: number
}

interface Parsed {
  words: Word[]
  key: string
}

const parse = ({ text, unfinished }: SearchQuery): Parsed => {
  const words = wordsOf(text)
  return { key: words.join(' '), words: words.map((word, n) => ({ text: word, open: unfinished && n === words.length - 1, errors: errorsAllowed(word) })) }
}

const fieldsOf = (one: SearchDocument): string[][] => [
  [one.title, ...one.names].flatMap(wordsOf), one.tags.flatMap(wordsOf), wordsOf(one.description),
]

/** 0 whole, 1 beginning, 2 mended; null for not at all. */
function how(word: Word, other: string): number | null {
  if (other === word.text) return 0
  if (word.open && other.startsWith(word.text)) return 1
  if (word.errors === 0) return null
  return (word.open ? prefixDistance : distance)(word.text, other, word.errors) === null ? null : 2
}

/** As each word is in the best field. */
function rankOf(one: SearchDocument, { words, key }: Parsed, unfinished: boolean): number[] | null {
  const fields = fieldsOf(one)
  let [field, whole, mended] = [0, 0, 0]
  for (const word of words) {
    const ways = fields.flatMap((list, n) => list.flatMap((other) => how(word, other) ?? []).map((way) => [way === 2 ? 1 : 0, n, way] as const))
    const best = ways.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0]
    if (!best) return null
    mended = Math.max(mended, best[0])
    field = Math.max(field, best[1])
    whole = Math.max(whole, best[2])
  }
  const title = wordsOf(one.title).join(' ')
  if (key !== '' && title === key) return [0]
  if (key !== '' && title.startsWith(`${key} `)) return [1]
  if (key !== '' && unfinished && title.startsWith(key)) return [2]
  return [mended === 0 ? 3 + field * 2 + whole : 9 + field]
}

const hasTag = (one: SearchDocument, tag: string): boolean =>
  one.type !== 'member' && one.type !== 'tag' && one.tags.some((each) => each.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() === tag)

function passes(one: SearchDocument, query: SearchQuery): boolean {
  const { reader } = query
  return (
    query.types.includes(one.type) &&
    (one.readers === null || (reader !== null && (reader.isAdmin || one.readers.includes(reader.uid)))) &&
    (query.category === undefined || ((one.type === 'bead' || one.type === 'post') && one.category === query.category)) &&
    (query.tag === undefined || hasTag(one, query.tag)) &&
    (!query.writable || (one.type === 'bead' && reader !== null && (one.writers === null || (reader.isAdmin ? one.writers.length > 0 : one.writers.includes(reader.uid))))) &&
    (query.among === undefined || (query.among[one.type]?.includes(one.id) ?? false)) &&
    !(one.creator !== null && (query.without ?? []).includes(one.creator))
  )
}

/** All finds in their order. */
export function findAll(documents: readonly SearchDocument[], query: SearchQuery): { finds: SearchDocument[]; parsed: Parsed } {
  const parsed = parse(query)
  if (parsed.words.length === 0 && query.tag === undefined && query.among === undefined) return { finds: [], parsed }
  const byTier = new Map<number, Map<DocumentType, SearchDocument[]>>()
  const sorted = documents.filter((one) => passes(one, query)).sort((a, b) => b.popularity - a.popularity || (a.id < b.id ? -1 : 1))
  for (const one of sorted) {
    const rank = rankOf(one, parsed, query.unfinished)?.[0]
    if (rank === undefined) continue
    const tier = byTier.get(rank) ?? new Map<DocumentType, SearchDocument[]>()
    byTier.set(rank, tier.set(one.type, [...(tier.get(one.type) ?? []), one]))
  }
  const finds = [...byTier].sort(([a], [b]) => a - b).flatMap(([, tier]) => {
    const lists = documentTypes.map((type) => tier.get(type) ?? [])
    const longest = Math.max(...lists.map(({ length }) => length))
    return Array.from({ length: longest }, (_none, n) => lists.flatMap((list) => list[n] ?? [])).flat()
  })
  return { finds, parsed }
}

/** What to mark in a document: words as asked where it has them, otherwise what they were mended to. */
export function foundIn(one: SearchDocument, { words }: Parsed): Found {
  const all = fieldsOf(one).flat()
  const asked = words.filter((word) => all.some((other) => (how(word, other) ?? 2) < 2))
  return (other) =>
    Math.max(0, ...words.map((word) => {
      const way = how(word, other)
      if (way === null || (way === 2 && asked.includes(word))) return 0
      return way === 1 ? word.text.length : other.length
    }))
}
