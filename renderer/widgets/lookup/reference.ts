/** A reference in a text while it is written: `@member`, `#tag`, `*playlist` (G4). Pure. */
import { referenceIn, type Reference } from './tags.ts'

/** At the beginning of a word, as the server reads them; of `bead ` up to three words. */
const written = /(?:^|[\s([{"'“‘«—–-])([@#*][\p{L}\p{N}\p{M}_.]{1,60}|bead (?:[\p{L}\p{N}\p{M}]+ ?){1,3})$/iu

/** What is being referred to just before the caret, and how many characters of it are written; null where nothing is. */
export function referenceBefore(text: string): (Reference & { length: number }) | null {
  // A text may be long; a reference is short.
  const [, word] = written.exec(text.slice(-80)) ?? []
  return word === undefined ? null : { ...referenceIn(word), length: word.length }
}

/** What stands in its place, with a space to write on. */
export const referenceTo = ({ kind, word, id }: { kind: Reference['kind']; word: string; id: string }): string =>
  `${{ tag: '#', member: '@', bead: '*' }[kind]}${word === '' ? id : word} `
