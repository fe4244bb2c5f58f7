/** The reference implementation of an index: it examines every document. Other indexes are compared with it. */
import { documentTypes, type SearchDocument, type SearchQuery } from '#search/port.ts'
import { distance, errorsAllowed, prefixDistance } from '#search/text/distance.ts'
import { tagWordsOf, wordsOf } from '#search/text/words.ts'

const fieldsOf = ({ type, title, names, tags, description }: SearchDocument): string[][] => [
  [...(type === 'tag' ? tagWordsOf(title) : wordsOf(title)), ...names.flatMap(wordsOf)],
  tags.flatMap(tagWordsOf),
  wordsOf(description),
]

/** The kind of match of a document, the lowest is the best; null without a match. */
function kindOf(one: SearchDocument, { text, unfinished, namesOnly = false }: SearchQuery): number | null {
  const words = wordsOf(text)
  const key = words.join(' ')
  const title = wordsOf(one.title).join(' ')
  if (words.length === 0) return 0
  if (title !== '' && title === key) return 0
  if (title.startsWith(`${key} `)) return 1
  if (unfinished && title.startsWith(key)) return 2
  const fields = namesOnly ? fieldsOf(one).slice(0, 1) : fieldsOf(one)
  const last = words.at(-1)
  const all = (fits: (word: string, other: string, open: boolean) => boolean, within: number): boolean =>
    words.every((word) =>
      fields
        .slice(0, within)
        .flat()
        .some((other) => fits(word, other, unfinished && word === last)),
    )
  const kinds: ((within: number) => boolean)[] = [
    (within) => all((word, other) => word === other, within),
    (within) => all((word, other, open) => (open ? other.startsWith(word) : word === other), within),
  ]
  for (const within of [1, 2, 3]) for (const [n, kind] of kinds.entries()) if (kind(within)) return 3 + within * 2 + n
  for (const errors of [1, 2])
    for (const within of [1, 2, 3])
      for (const [n, asPrefix] of [false, true].entries()) {
        const fits = (word: string, other: string, open: boolean): boolean => {
          const bound = Math.min(errors, errorsAllowed(word))
          return distance(word, other, bound) !== null || (asPrefix && open && prefixDistance(word, other, bound) !== null)
        }
        if (all(fits, within)) return 20 + errors * 6 + within * 2 + n
      }
  return null
}

export function passes(one: SearchDocument, { reader, types, category, tag, writable, among, excludedAuthors = [] }: SearchQuery): boolean {
  const media = one.type === 'bead' || one.type === 'post'
  return (
    types.includes(one.type) &&
    (one.readers === null || (reader !== null && (reader.isAdmin || one.readers.includes(reader.uid)))) &&
    (category === undefined || (media && one.category === category)) &&
    (tag === undefined || (media && one.tags.some((each) => each.toLowerCase() === tag))) &&
    (!writable ||
      (one.type === 'bead' &&
        reader !== null &&
        (one.writers === null || (reader.isAdmin ? one.writers.length > 0 : one.writers.includes(reader.uid))))) &&
    (among === undefined || (among[one.type]?.includes(one.id) ?? false)) &&
    !(one.creator !== null && excludedAuthors.includes(one.creator))
  )
}

/** All results in order: by kind of match, then by popularity, with the types interleaved. */
export function findAll(documents: readonly SearchDocument[], query: SearchQuery): SearchDocument[] {
  if (wordsOf(query.text).length === 0 && query.tag === undefined && query.among === undefined) return []
  const ranked = documents
    .filter((one) => passes(one, query))
    .flatMap((one) => {
      const kind = kindOf(one, query)
      return kind === null ? [] : [{ one, kind }]
    })
  const kinds = [...new Set(ranked.map(({ kind }) => kind))].sort((a, b) => a - b)
  return kinds.flatMap((kind) => {
    const lists = documentTypes.map((type) =>
      ranked
        .filter(({ one, kind: its }) => its === kind && one.type === type)
        .map(({ one }) => one)
        .sort((a, b) => b.popularity - a.popularity),
    )
    const longest = Math.max(...lists.map(({ length }) => length))
    return Array.from({ length: longest }, (_none, n) => lists.flatMap((list) => list[n] ?? [])).flat()
  })
}
