/** Letters that Unicode does not take apart, as people type them who do not have them. */
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

// Accents. Marks that carry a sound of their own stay: the vowels of Indian scripts, the voicing of Japanese ones.
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

/** Letters that have been folded before: a text has few others than ASCII's, and mostly the same. */
const known = new Map<string, string>()
const mostKnown = 2000

function foldRun(run: string): string {
  if (run.length > 2) return foldOthers(run)
  let folded = known.get(run)
  if (folded === undefined) {
    if (known.size >= mostKnown) known.clear()
    known.set(run, (folded = foldOthers(run)))
  }
  return folded
}

/** Without case and accents; what is left is as long as it wants. */
export const fold = (text: string): string => (simple.test(text) ? text : text.replace(others, foldRun)).toLowerCase()
