/** Parsing of typed tags (B5 "Tags"). Pure. */
import { normaliseTags } from '#contract/rules.ts'

/** What a word refers to. */
export type Kind = 'tag' | 'member' | 'bead'

export interface Reference {
  kind: Kind
  /** The word without its handle. */
  text: string
  /** The word starts with a handle (`#`, `@`, `*` or `bead `), which shortens the debounce of suggestions. */
  handle: boolean
}

export interface TagRules {
  /** Tags may contain white space; two spaces end a tag. */
  spaces?: boolean
  /** At most one tag; a new one replaces it. */
  single?: boolean
}

/**
 * Delimiters of tags with and without spaces. `#` ends a tag and starts the next; the space in `bead night` is no
 * delimiter.
 */
const delimiter = { spaces: /[,;]|(?=#)|\s{2,}/, words: /[,;]|(?=#)|(?<!^\s*bead)\s+/i }

/** Splits the text into completed tags and the unfinished rest. */
export function splitTags(text: string, { spaces = false }: TagRules = {}): { done: string[]; rest: string } {
  const pieces = text.split(spaces ? delimiter.spaces : delimiter.words)
  const rest = pieces.pop() ?? ''
  return { done: pieces.filter((piece) => parseReference(piece).text !== ''), rest }
}

/** Parses a word by its handle (B3): `#` tag, `@` member, `*` or `bead ` playlist. A word without a handle is a tag. */
export function parseReference(piece: string): Reference {
  const [, handle, text = ''] = /^\s*([#@*]|bead\s)\s*(.*)$/isu.exec(piece) ?? []
  if (handle === undefined) return { kind: 'tag', text: piece.trim(), handle: false }
  return { kind: handle === '#' ? 'tag' : handle === '@' ? 'member' : 'bead', text: text.trim(), handle: true }
}

/** Adds tags: normalised, unique ignoring case (the first spelling stays). */
export function addTags(tags: readonly string[], more: readonly string[], { single = false }: TagRules = {}): string[] {
  const added = more.map((piece) => parseReference(piece).text)
  if (!single) return normaliseTags([...tags, ...added])
  const last = normaliseTags(added).at(-1)
  return last === undefined ? [...tags] : [last]
}
