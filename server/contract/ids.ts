import { cut } from './rules.ts'

/**
 * Ids are made in code, sort by time, are safe in an address and hold no dash (decision 1):
 * a letter for the kind, nine base-36 digits of the millisecond, eight random base-36 digits.
 * An address or call that takes two kinds dispatches on the letter.
 */
export type IdKind = 'bead' | 'post' | 'comment'

/** `row` is anything that no address or call names by its id alone. */
export type RowKind = IdKind | 'row'

const letters = { bead: 'b', post: 'p', comment: 'c', row: 'x' } as const satisfies Record<RowKind, string>
const named: readonly IdKind[] = ['bead', 'post', 'comment']

export const idPattern = (kind: RowKind): RegExp => new RegExp(`^${letters[kind]}[0-9a-z]{17}$`)

/** Which kind of thing an id names, or null where it is no id at all. */
export function idKind(value: string): IdKind | null {
  for (const kind of named) if (idPattern(kind).test(value)) return kind
  return null
}

/** The id of kind `kind` for an instant (ms since 1970) and eight base-36 digits of randomness. */
export const formatId = (kind: RowKind, instant: number, random: string): string =>
  `${letters[kind]}${instant.toString(36).padStart(9, '0')}${random}`

/** `{slug}-{post id}`, `{post id}` or anything else: the text after the last dash (A2.1). */
export const afterLastDash = (value: string): string => value.slice(value.lastIndexOf('-') + 1)

/** A headline as a part of an address: lower-case words joined by dashes, at most 60 characters. */
export function slugify(title: string): string {
  // Most titles need no folding, and every post of every list has one.
  const folded = /^\p{ASCII}*$/u.test(title) ? title : title.normalize('NFKD').replace(/\p{M}/gu, '')
  const words = folded
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  const slug = cut(words, 60).replace(/-$/, '')
  return slug === '' ? 'post' : slug
}
