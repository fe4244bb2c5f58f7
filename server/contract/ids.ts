import { cut } from './rules.ts'

/**
 * Ids are generated in code, sort by creation time, are URL-safe and contain no dash (decision 1): a letter for the kind, nine base-36
 * digits of the millisecond, eight random base-36 digits. Where an address or a call accepts two kinds, the letter decides.
 */
export type IdKind = 'bead' | 'post' | 'comment'

/** `row`: entities whose id is never used alone in an address or a call. */
export type RowKind = IdKind | 'row'

const letters = { bead: 'b', post: 'p', comment: 'c', row: 'x' } as const satisfies Record<RowKind, string>
const named: readonly IdKind[] = ['bead', 'post', 'comment']

/** Characters of every id. */
export const idLength = 18

export const idPattern = (kind: RowKind): RegExp => new RegExp(`^${letters[kind]}[0-9a-z]{${idLength - 1}}$`)

/** The kind of an id; null if it is not an id. */
export function idKind(value: string): IdKind | null {
  for (const kind of named) if (idPattern(kind).test(value)) return kind
  return null
}

/** Formats an id from a timestamp (ms since 1970) and eight random base-36 digits. */
export const formatId = (kind: RowKind, instant: number, random: string): string =>
  `${letters[kind]}${instant.toString(36).padStart(9, '0')}${random}`

/** Extracts the id from `{slug}-{post id}`: the text after the last dash (A2.1). */
export const afterLastDash = (value: string): string => value.slice(value.lastIndexOf('-') + 1)

const ascii = /^\p{ASCII}*$/u

/** A headline as a path segment: lower-case words joined by dashes, at most 60 characters. */
export function slugify(title: string): string {
  // Faster for ASCII, since every post in every list has a slug.
  const dashed = ascii.test(title)
    ? title.toLowerCase().replace(/[^a-z\d]+/g, '-')
    : title
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
  const words = dashed.replace(/^-/, '')
  const slug = cut(words, 60).replace(/-$/, '')
  return slug === '' ? 'post' : slug
}
