/** A reference at the caret: `@member`, `#tag`, `*playlist` (G4). Pure. */
import { parseReference, type Reference } from './tags.ts'

/** A reference at a word boundary, by the server's rules; after `bead ` up to three words. */
const pattern = /(?:^|[\s([{"'“‘«—–-])([@#*][\p{L}\p{N}\p{M}_.]{1,60}|bead (?:[\p{L}\p{N}\p{M}]+ ?){1,3})$/iu

/** The reference directly before the caret and its length in characters; null if there is none. */
export function referenceBefore(text: string): (Reference & { length: number }) | null {
  // A reference is at most 80 characters long; do not scan a long text.
  const [, word] = pattern.exec(text.slice(-80)) ?? []
  return word === undefined ? null : { ...parseReference(word), length: word.length }
}

/** The replacement text of a completed reference, with a trailing space. */
export const formatReference = ({ kind, word, id }: { kind: Reference['kind']; word: string; id: string }): string =>
  `${{ tag: '#', member: '@', bead: '*' }[kind]}${word === '' ? id : word} `
