/** Tags as somebody types them (B5 "Tags"). Pure. */
import { normaliseTags } from '#contract/rules.ts'

/** What a word is completed to. */
export type Kind = 'tag' | 'member' | 'bead'

export interface Reference {
  kind: Kind
  /** Without its handle. */
  text: string
  /** A handle stands before it, which asks for suggestions by itself. */
  handle: boolean
}

export interface TagRules {
  /** White space is part of a tag; two spaces end it. */
  spaces?: boolean
  /** One tag, which the next takes the place of. */
  single?: boolean
}

/** `#` ends a tag and begins the next; of `bead night` the space ends none. */
const delimiter = { spaces: /[,;]|(?=#)|\s{2,}/, words: /[,;]|(?=#)|(?<!^\s*bead)\s+/i }

/** Tags that are written to their end, and what is still being written. */
export function divide(text: string, { spaces = false }: TagRules = {}): { done: string[]; rest: string } {
  const pieces = text.split(spaces ? delimiter.spaces : delimiter.words)
  const rest = pieces.pop() ?? ''
  return { done: pieces.filter((piece) => referenceIn(piece).text !== ''), rest }
}

/** What a word refers to (B3): `#` a tag, `@` a member, `*` or `bead ` a playlist. Without a handle a tag is meant. */
export function referenceIn(piece: string): Reference {
  const [, handle, text = ''] = /^\s*([#@*]|bead\s)\s*(.*)$/isu.exec(piece) ?? []
  if (handle === undefined) return { kind: 'tag', text: piece.trim(), handle: false }
  return { kind: handle === '#' ? 'tag' : handle === '@' ? 'member' : 'bead', text: text.trim(), handle: true }
}

/** Capitalised, none twice; the first spelling stays. */
export function withTags(tags: readonly string[], more: readonly string[], { single = false }: TagRules = {}): string[] {
  const added = more.map((piece) => referenceIn(piece).text)
  if (!single) return normaliseTags([...tags, ...added])
  const last = normaliseTags(added).at(-1)
  return last === undefined ? [...tags] : [last]
}
