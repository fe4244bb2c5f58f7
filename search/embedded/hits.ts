import type { SearchDocument, SearchHit } from '../port.ts'
import { excerpt, highlight, highlightTag, type Found } from '../text/highlight.ts'
import type { Plan } from './plan.ts'
import { allWords } from './tokens.ts'

/** The search hit of a document. Highlights the words as typed, and corrections only if the document has no typed word. */
export function hitOf(document: SearchDocument, { words }: Plan): SearchHit {
  const all = allWords(document)
  const rules = words.map(({ word, open, similar }): Found => {
    const begins = (other: string): boolean => other === word || (open && other.startsWith(word))
    if ([...all].some(begins)) return (other) => (begins(other) ? word.length : 0)
    const corrections = new Set(similar.map((one) => one.word))
    return (other) => (corrections.has(other) ? other.length : 0)
  })
  const found: Found = (other) => Math.max(0, ...rules.map((rule) => rule(other)))
  const { type, id, title, tags, description } = document
  return {
    type,
    id,
    title: (type === 'tag' ? highlightTag : highlight)(title, found),
    description: excerpt(description, found),
    tags: tags.map((tag) => highlightTag(tag, found)),
  }
}
