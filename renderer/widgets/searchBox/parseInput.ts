/** What the words in the search box ask (X1, B4). Pure. */
import { tidy } from '#contract/rules.ts'

/** What a handle restricts the finds to (B3). */
export type Restriction = 'tags' | 'members' | 'beads' | null

export type Question =
  | { kind: 'words'; text: string; only: Restriction; /** The last word may go on. */ unfinished: boolean }
  | { kind: 'link'; text: string; /** Whole, as far as one can see: there is something to look up. */ whole: boolean }

/** Characters that the server takes. */
const longest = 200

/** Normalised, in lower case and trimmed, as it is asked; a link stays as it is written. */
export function questionOf(typed: string, pasted = false): Question | null {
  const line = tidy(typed)
  if (/^https?:/i.test(line)) return { kind: 'link', text: line, whole: /^https?:\/\/[^\s/.]+(\.[^\s/.]+|:\d)\S*$/i.test(line) }
  const text = line.normalize('NFC').toLowerCase().slice(0, longest).trim()
  const { only, words } = handleOf(text)
  return words === '' ? null : { kind: 'words', text, only, unfinished: !pasted }
}

/** `*` or `bead ` asks for playlists, `#` for tags, `@` for members; the handle is no part of the words. */
export function handleOf(text: string): { only: Restriction; words: string } {
  const [, handle, words = ''] = /^([*#@]|bead\s)\s*(.*)$/isu.exec(text) ?? []
  if (handle === undefined) return { only: null, words: text }
  return { only: handle === '@' ? 'members' : handle === '#' ? 'tags' : 'beads', words }
}

/** The page that shows all of it. Members belong to no category. */
export function allHref(typed: string, category: string | null): string {
  const line = tidy(typed).slice(0, longest)
  const { only } = handleOf(line)
  const path = only === 'members' || only === 'beads' ? `/search/${only}` : '/search'
  return `${path}?q=${encodeURIComponent(line)}${category !== null && only !== 'members' ? `&category=${category}` : ''}`
}
