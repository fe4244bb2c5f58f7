import { escapeHtml } from '../../http/markup.ts'
import { wordsOf } from '../words/service.ts'

/** The text as HTML, in which the beginnings of words that were looked for stand in `em`. */
export function highlight(text: string, query: string): string {
  const looked = wordsOf(query)
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part, n) => {
      if (n % 2 === 0) return escapeHtml(part)
      const [folded] = wordsOf(part)
      const found = looked.filter((word) => folded?.startsWith(word)).sort((a, b) => b.length - a.length)[0]
      if (found === undefined) return escapeHtml(part)
      // As many letters as the word has: an accent of its own is no letter.
      let end = 0
      for (let letters = 0; end < part.length; end += 1) {
        const own = !/\p{M}/u.test(part[end]!)
        if (own && letters === found.length) break
        if (own) letters += 1
      }
      return `<em>${escapeHtml(part.slice(0, end))}</em>${escapeHtml(part.slice(end))}`
    })
    .join('')
}
