/** What kind of match a document is, as the promise orders them: read off the document itself, where there are few. */
import type { SearchDocument } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import type { Asked, Plan } from './plan.ts'
import { wordsIn } from './tokens.ts'

/** In front of these come the title as asked for, and the titles that begin so, whole and with a beginning. */
const afterTitles = 3
const afterAsked = afterTitles + 6

/** Where a word is in a document: 0 in title or names, 1 in tags, 2 in the description, 3 nowhere. */
function placesOf(document: SearchDocument, namesOnly: boolean): (fits: (other: string) => boolean) => number {
  if (namesOnly) return (fits) => (wordsIn.title(document).some(fits) ? 0 : 3)
  const [named, tagged] = [wordsIn.title(document), wordsIn.tags(document)]
  let described: string[] | null = null
  return (fits) => (named.some(fits) ? 0 : tagged.some(fits) ? 1 : (described ??= wordsIn.description(document)).some(fits) ? 2 : 3)
}

/** Smaller is better; null for what is no find. */
export function kindOf(document: SearchDocument, { words, key, open, namesOnly }: Plan, mended: boolean): number | null {
  const title = wordsOf(document.title).join(' ')
  if (title === key) return 0
  if (title.startsWith(`${key} `)) return 1
  if (open && title.startsWith(key)) return 2
  const placeOf = placesOf(document, namesOnly)
  /** The worst place of the words. */
  const place = (fits: (asked: Asked, other: string) => boolean): number => Math.max(...words.map((asked) => placeOf((other) => fits(asked, other))))
  const whole = place(({ word }, other) => word === other)
  const asked = place(({ word, open: begun }, other) => word === other || (begun && other.startsWith(word)))
  if (asked < 3) return afterTitles + asked * 2 + (whole === asked ? 0 : 1)
  if (!mended) return null
  for (let errors = 1; errors <= 2; errors += 1) {
    const nearby = (mayBegin: boolean): number =>
      place(({ word, open: begun, near }, other) =>
        word === other || (begun && mayBegin && other.startsWith(word)) || near.some((one) => one.word === other && (mayBegin ? one.errors : (one.whole ?? Infinity)) <= errors))
    const begun = nearby(true)
    if (begun < 3) return afterAsked + (errors - 1) * 6 + begun * 2 + (nearby(false) === begun ? 0 : 1)
  }
  return null
}
