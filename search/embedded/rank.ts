/** The kind of match of a document, in the order that `port.ts` promises. */
import type { SearchDocument } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import type { Plan, QueryWord } from './plan.ts'
import { wordsIn } from './tokens.ts'

/** The first kinds are: exact title, title that starts with the text, title with the text as a prefix. */
const afterTitles = 3
const afterExact = afterTitles + 6

/** Where a word is in a document: 0 in title or names, 1 in tags, 2 in the description, 3 nowhere. */
function placesOf(document: SearchDocument, namesOnly: boolean): (fits: (other: string) => boolean) => number {
  if (namesOnly) return (fits) => (wordsIn.title(document).some(fits) ? 0 : 3)
  const [named, tagged] = [wordsIn.title(document), wordsIn.tags(document)]
  let described: string[] | null = null
  return (fits) => (named.some(fits) ? 0 : tagged.some(fits) ? 1 : (described ??= wordsIn.description(document)).some(fits) ? 2 : 3)
}

/** Smaller is better; null for no match. */
export function kindOf(document: SearchDocument, { words, key, open, namesOnly }: Plan, isCorrected: boolean): number | null {
  const title = wordsOf(document.title).join(' ')
  if (title === key) return 0
  if (title.startsWith(`${key} `)) return 1
  if (open && title.startsWith(key)) return 2
  const placeOf = placesOf(document, namesOnly)
  /** The worst place of the words. */
  const place = (fits: (word: QueryWord, other: string) => boolean): number =>
    Math.max(...words.map((word) => placeOf((other) => fits(word, other))))
  const whole = place(({ word }, other) => word === other)
  const exact = place(({ word, open: isPrefix }, other) => word === other || (isPrefix && other.startsWith(word)))
  if (exact < 3) return afterTitles + exact * 2 + (whole === exact ? 0 : 1)
  if (!isCorrected) return null
  for (let errors = 1; errors <= 2; errors += 1) {
    const corrected = (withPrefixes: boolean): number =>
      place(
        ({ word, open: isPrefix, similar }, other) =>
          word === other ||
          (isPrefix && withPrefixes && other.startsWith(word)) ||
          similar.some((one) => one.word === other && (withPrefixes ? one.errors : (one.whole ?? Infinity)) <= errors),
      )
    const best = corrected(true)
    if (best < 3) return afterExact + (errors - 1) * 6 + best * 2 + (corrected(false) === best ? 0 : 1)
  }
  return null
}
