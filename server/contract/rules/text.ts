/** How texts are tidied before anything is asked of them. */
/**
 * What nobody sees, and what turns the writing of the text around it; joiners stay, for letters of
 * several scripts and emoji need them.
 */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line: white space and control characters collapsed and trimmed, unseen ones taken out. */
export const tidy = (text: string): string =>
  text
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The first `max` characters at most, without the half of a surrogate pair that a cut may leave at the end. */
export const cut = (text: string, max: number): string => (text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))

/** Tidied, and cut at a space where one is near the end, with an ellipsis (A9). */
export function shorten(text: string, max: number): string {
  const clean = tidy(text)
  if (clean.length <= max) return clean
  const start = cut(clean, max - 1)
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > start.length - 20 ? space : undefined).trimEnd()}…`
}

const markUp = /<[/!?]?[a-z-][^<>]*>/gi

/** A5: without mark-up, also where taking some out leaves some. */
export function stripMarkUp(value: string): string {
  const bare = value.replace(markUp, '')
  return bare === value ? bare : stripMarkUp(bare)
}

/** B5: seconds, minutes:seconds or hours:minutes:seconds, as seconds; null where it is none of these. */
export function secondsOf(text: string): number | null {
  const written = text.trim()
  if (/^\d{1,6}(\.\d{1,3})?$/.test(written)) return Number(written)
  if (!/^\d{1,4}(:[0-5]?\d){1,2}(\.\d{1,3})?$/.test(written)) return null
  return written.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}
