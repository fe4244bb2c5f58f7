import { randomInt } from 'node:crypto'
import { limits, reservedWords } from '#contract/index.ts'

/** Letters without a Unicode decomposition, in their usual ASCII spelling. */
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
 * Candidate uids for a name, best first (decision 3): the plain name, then with a small number, then with a random one (enough for a
 * thousand namesakes). Never a reserved word.
 */
export function uidCandidates(name: string): string[] {
  const stem = base(name) || 'member'
  const numbered = Array.from({ length: 8 }, (_, index) => `${stem}${index + 2}`)
  const random = Array.from({ length: 8 }, () => `${stem}${randomInt(1000, 1_000_000_000)}`)
  return [stem, ...numbered, ...random].filter(isFree)
}
