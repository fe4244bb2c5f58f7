/** Estimates the strength of a password. It is shown as advice; a weak password is accepted. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong'

/** Common passwords and parts of passwords. */
const common = [
  'password',
  'passwort',
  'qwerty',
  'azerty',
  'letmein',
  'welcome',
  'iloveyou',
  'strand',
  'dragon',
  'monkey',
  'admin',
  'login',
  'abc',
  '123',
  '111',
  '000',
]
/** Characters that commonly replace a letter. */
const substitutions: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Kinds of characters, each with its approximate number of characters. */
const alphabets: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
]

/** The number of characters, without those that continue a run such as aaa, abc or 321: they add no entropy. */
function countUnpredictable(value: string): number {
  const codes = [...value].map((character) => character.codePointAt(0)!)
  return codes.filter((code, n) => n < 2 || code - codes[n - 1]! !== codes[n - 1]! - codes[n - 2]! || Math.abs(code - codes[n - 1]!) > 1)
    .length
}

/**
 * Estimates the entropy in bits: the number of unpredictable characters times log₂ of the alphabet. The longest known
 * word in the password counts as one character.
 *
 * @param known data that others may know about the person: name, e-mail address
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  const lower = password.toLowerCase()
  const bare = [...lower].map((character) => substitutions[character] ?? character).join('')
  const words = [...common, ...known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3)]
  const guessedLength = words.reduce(
    (longest, word) => (lower.includes(word) || bare.includes(word) ? Math.max(longest, word.length) : longest),
    0,
  )
  const alphabetSize = alphabets.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0)
  const bits = Math.max(0, countUnpredictable(password) - Math.max(0, guessedLength - 1)) * Math.log2(Math.max(alphabetSize, 2))
  return bits < 30 ? 'weak' : bits < 45 ? 'fair' : bits < 65 ? 'good' : 'strong'
}
