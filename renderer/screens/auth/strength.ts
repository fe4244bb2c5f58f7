/** Estimates password strength. Advice only, never a requirement (decision 26). */
export type Strength = 'weak' | 'fair' | 'good' | 'strong'

/** Common passwords, and the usual character substitutions. */
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
const alphabets: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
]

/** Characters that continue a run (aaa, abc, 321) add no entropy. */
function countUnpredictable(value: string): number {
  const codes = [...value].map((character) => character.codePointAt(0)!)
  return codes.filter((code, n) => n < 2 || code - codes[n - 1]! !== codes[n - 1]! - codes[n - 2]! || Math.abs(code - codes[n - 1]!) > 1)
    .length
}

/** @param known public data about the person: name, address */
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
