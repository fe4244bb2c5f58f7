/** A reference at the caret: `@member`, `#tag`, `*playlist` (G4). Pure. */
import { parseReference, type Reference } from './tags.ts'

/** A reference at a word boundary, as the server parses it. `bead ` and up to three words refer to a playlist by its title. */
const pattern = /(?:^|[\s([{"'“‘«—–-])([@#*][\p{L}\p{N}\p{M}_.]{1,60}|bead (?:[\p{L}\p{N}\p{M}]+ ?){1,3})$/iu

/** The reference directly before the caret and its length in characters; null if there is none. */
export function referenceBefore(text: string): (Reference & { length: number }) | null {
  // No reference is longer than 80 characters, so a long text is not scanned.
  const [, word] = pattern.exec(text.slice(-80)) ?? []
  return word === undefined ? null : { ...parseReference(word), length: word.length }
}

/**
 * The text of a completed reference, with a trailing space. A playlist whose title has no letters is referred to by its
 * id.
 */
export const formatReference = ({ kind, word, id }: { kind: Reference['kind']; word: string; id: string }): string =>
  `${{ tag: '#', member: '@', bead: '*' }[kind]}${word === '' ? id : word} `
