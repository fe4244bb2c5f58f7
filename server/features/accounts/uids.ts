/** Uids for new members, derived from their names. */
import { randomInt } from 'node:crypto'
import { limits, reservedWords } from '#contract/index.ts'

/** ASCII spellings of letters that Unicode normalisation (NFKD) does not decompose. */
const spellings: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }

/** The part of a name that is valid in a uid: lower-case Latin letters and digits, at most 40, possibly empty. */
const base = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => spellings[letter] ?? '')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)

const isFree = (uid: string): boolean => uid.length >= limits.uid.min && !reservedWords.has(uid)

/**
 * Candidate uids for a name, best first (decision 3): the plain name, then with the numbers 2 to 9, then with random
 * numbers. Excludes reserved words, such as first segments of paths.
 */
export function uidCandidates(name: string): string[] {
  const stem = base(name) || 'member'
  const numbered = Array.from({ length: 8 }, (_, index) => `${stem}${index + 2}`)
  const random = Array.from({ length: 8 }, () => `${stem}${randomInt(1000, 1_000_000_000)}`)
  return [stem, ...numbered, ...random].filter(isFree)
}
