/** Letters without a Unicode decomposition, and their usual transliteration. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
  ə: 'e',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

// Accents. Combining marks that change the letter stay: vowels of Indic scripts, voicing marks of Japanese.
const accents =
  /(?![\u3099\u309A])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Latin}]/gu

const simple = /^[\0-\x7f]*$/
const others = /[^\0-\x7f]+/g

const foldOthers = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(special, (letter) => letters[letter]!)

/** Cache of folded short runs of non-ASCII letters, which are few and repeat. */
const cache = new Map<string, string>()
const maxCached = 2000

function foldRun(run: string): string {
  if (run.length > 2) return foldOthers(run)
  let folded = cache.get(run)
  if (folded === undefined) {
    if (cache.size >= maxCached) cache.clear()
    cache.set(run, (folded = foldOthers(run)))
  }
  return folded
}

/** Removes case and accents. The length can change. */
export const fold = (text: string): string => (simple.test(text) ? text : text.replace(others, foldRun)).toLowerCase()
