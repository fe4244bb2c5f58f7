/** Parses the search input into a query (X1, B4). Pure. */
import { cut, tidy } from '#contract/rules.ts'

/** Restriction by handle (B3). */
export type Restriction = 'tags' | 'members' | 'beads' | null

/** What the input means: words to search, or a link. */
export type Question =
  | { kind: 'words'; text: string; only: Restriction; /** The last word may be incomplete. */ unfinished: boolean }
  | { kind: 'link'; text: string; /** Looks complete, so it can be looked up. */ whole: boolean }

/** Maximum query length in characters, as on the server. */
const maxLength = 200

/**
 * The query of an input; null if there is nothing to search. Normalises words (NFC, lower case, trimmed); links stay
 * unchanged. The last word of pasted text is complete.
 */
export function questionOf(typed: string, pasted = false): Question | null {
  const line = tidy(typed)
  if (/^https?:/i.test(line)) return { kind: 'link', text: line, whole: /^https?:\/\/[^\s/.]+(\.[^\s/.]+|:\d)\S*$/i.test(line) }
  const text = cut(line.normalize('NFC').toLowerCase(), maxLength).trim()
  const { only, words } = handleOf(text)
  return words === '' ? null : { kind: 'words', text, only, unfinished: !pasted }
}

/** Splits off the handle: `*` or `bead ` restricts to playlists, `#` to tags, `@` to members. `words` is the rest. */
export function handleOf(text: string): { only: Restriction; words: string } {
  const [, handle, words = ''] = /^([*#@]|bead\s)\s*(.*)$/isu.exec(text) ?? []
  if (handle === undefined) return { only: null, words: text }
  return { only: handle === '@' ? 'members' : handle === '#' ? 'tags' : 'beads', words }
}

/** Address of the results page. Members have no category. */
export function allHref(typed: string, category: string | null): string {
  // Not half a surrogate pair, which has no encoding.
  const line = cut(tidy(typed), maxLength)
  const { only } = handleOf(line)
  const path = only === 'members' || only === 'beads' ? `/search/${only}` : '/search'
  return `${path}?q=${encodeURIComponent(line)}${category !== null && only !== 'members' ? `&category=${category}` : ''}`
}
