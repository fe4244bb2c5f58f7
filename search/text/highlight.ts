import { piecesOf, placedWords, type Placed } from './words.ts'

/** Number of matched first letters of a folded word; 0 for none. */
export type Found = (word: string) => number

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

interface Mark {
  start: number
  end: number
}

function marksOf(words: readonly Placed[], found: Found): Mark[] {
  const marks: Mark[] = []
  for (const { word, start, end, ends } of words) {
    const letters = Math.min(found(word), ends.length)
    if (letters === 0) continue
    const mark = { start, end: letters >= word.length ? end : ends[letters - 1]! }
    const last = marks.at(-1)
    // Merges adjacent characters of scripts without spaces.
    if (last && last.end >= mark.start) last.end = Math.max(last.end, mark.end)
    else marks.push(mark)
  }
  return marks
}

function markUp(text: string, from: number, to: number, marks: readonly Mark[]): string {
  let html = ''
  let at = from
  for (const { start, end } of marks) {
    if (start < from || end > to) continue
    html += `${escapeHtml(text.slice(at, start))}<em>${escapeHtml(text.slice(start, end))}</em>`
    at = end
  }
  return html + escapeHtml(text.slice(at, to))
}

/** The text as escaped HTML with matches in `em`. */
export const highlight = (text: string, found: Found): string => markUp(text, 0, text.length, marksOf(placedWords(text), found))

/** Like `highlight`, for a tag: matches the tag as one word, else its camel-case parts. */
export function highlightTag(tag: string, found: Found): string {
  const whole = highlight(tag, found)
  return whole.includes('<em>')
    ? whole
    : piecesOf(tag)
        .map((piece) => highlight(piece, found))
        .join('')
        .replaceAll('</em><em>', '')
}

/** Characters of context before the first match. */
const lead = 60

/** Like `highlight`, for the part of a long text around its first match: about `length` characters, with ellipses. */
export function excerpt(text: string, found: Found, length = 240): string {
  const words = placedWords(text)
  const marks = marksOf(words, found)
  if (text.length <= length) return markUp(text, 0, text.length, marks)
  const earliest = Math.min((marks[0]?.start ?? 0) - lead, text.length - length)
  const from = earliest <= 0 ? 0 : (words.find(({ start }) => start >= earliest)?.start ?? earliest)
  const to =
    from + length >= text.length
      ? text.length
      : Math.max(...words.filter(({ start, end }) => start >= from && end <= from + length).map(({ end }) => end), 0)
  const end = to > from ? to : from + length
  return `${from > 0 ? '…' : ''}${markUp(text, from, end, marks)}${end < text.length ? '…' : ''}`
}
