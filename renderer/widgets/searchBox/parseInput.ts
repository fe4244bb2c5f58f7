/** Parses the search input into a query (X1, B4). Pure. */
import { cut, tidy } from '#contract/rules.ts'

/** Restriction by handle (B3). */
export type Restriction = 'tags' | 'members' | 'beads' | null

/** What the input means: words to search, or a link. */
export type SearchQuery =
  | { kind: 'words'; text: string; only: Restriction; /** The last word may be incomplete. */ isLastWordIncomplete: boolean }
  | { kind: 'link'; text: string; /** Looks complete, so it can be looked up. */ isComplete: boolean }

/** Maximum query length in characters, as on the server. */
const maxLength = 200

/**
 * The query of an input; null if there is nothing to search. Normalises words (NFC, lower case, trimmed); links stay
 * unchanged. The last word of pasted text is complete.
 */
export function parseQuery(typed: string, pasted = false): SearchQuery | null {
  const line = tidy(typed)
  if (/^https?:/i.test(line)) return { kind: 'link', text: line, isComplete: /^https?:\/\/[^\s/.]+(\.[^\s/.]+|:\d)\S*$/i.test(line) }
  const text = cut(line.normalize('NFC').toLowerCase(), maxLength).trim()
  const { only, words } = splitPrefix(text)
  return words === '' ? null : { kind: 'words', text, only, isLastWordIncomplete: !pasted }
}

/** Splits off the handle: `*` or `bead ` restricts to playlists, `#` to tags, `@` to members. `words` is the rest. */
export function splitPrefix(text: string): { only: Restriction; words: string } {
  const [, prefix, words = ''] = /^([*#@]|bead\s)\s*(.*)$/isu.exec(text) ?? []
  if (prefix === undefined) return { only: null, words: text }
  return { only: prefix === '@' ? 'members' : prefix === '#' ? 'tags' : 'beads', words }
}

/** Address of the results page. Members have no category. */
export function allHref(typed: string, category: string | null): string {
  // Not half a surrogate pair, which has no encoding.
  const line = cut(tidy(typed), maxLength)
  const { only } = splitPrefix(line)
  const path = only === 'members' || only === 'beads' ? `/search/${only}` : '/search'
  return `${path}?q=${encodeURIComponent(line)}${category !== null && only !== 'members' ? `&category=${category}` : ''}`
}
