/** Text clean-up before validation. */
/** Invisible and bidirectional control characters. Joiners are kept, since several scripts and emoji need them. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Normalises to one line: collapses white space and control characters, trims, removes invisible characters. */
export const tidy = (text: string): string =>
  text
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** At most the first `max` characters, without splitting a surrogate pair. */
export const cut = (text: string, max: number): string => (text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))

/** Cleans up, and truncates at a space near the end, with an ellipsis (A9). */
export function shorten(text: string, max: number): string {
  const clean = tidy(text)
  if (clean.length <= max) return clean
  const start = cut(clean, max - 1)
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > start.length - 20 ? space : undefined).trimEnd()}…`
}

const markUp = /<[/!?]?[a-z-][^<>]*>/gi

/** A5: removes mark-up, repeatedly, since removing tags can form new ones. */
export function stripMarkUp(value: string): string {
  const bare = value.replace(markUp, '')
  return bare === value ? bare : stripMarkUp(bare)
}

/** B5: parses seconds, minutes:seconds or hours:minutes:seconds to seconds; null for anything else. */
export function secondsOf(text: string): number | null {
  const written = text.trim()
  if (/^\d{1,6}(\.\d{1,3})?$/.test(written)) return Number(written)
  if (!/^\d{1,4}(:[0-5]?\d){1,2}(\.\d{1,3})?$/.test(written)) return null
  return written.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}
