import type { SearchDocument, SearchHit } from '../port.ts'
import { excerpt, highlight, highlightTag, type Found } from '../text/highlight.ts'
import type { Plan } from './plan.ts'
import { allWords } from './tokens.ts'

/** A document as it is answered. Words are marked as they were asked for; mended ones only where a document has no others. */
export function hitOf(document: SearchDocument, { words }: Plan): SearchHit {
  const all = allWords(document)
  const rules = words.map(({ word, open, near }): Found => {
    const begins = (other: string): boolean => other === word || (open && other.startsWith(word))
    if ([...all].some(begins)) return (other) => (begins(other) ? word.length : 0)
    const meant = new Set(near.map((one) => one.word))
    return (other) => (meant.has(other) ? other.length : 0)
  })
  const found: Found = (other) => Math.max(0, ...rules.map((rule) => rule(other)))
  const { type, id, title, tags, description } = document
  return { type, id, title: (type === 'tag' ? highlightTag : highlight)(title, found), description: excerpt(description, found), tags: tags.map((tag) => highlightTag(tag, found)) }
}
