/** The order of many matches as expressions of the full-text index. */
import { keyOf as titleKeyOf } from '../text/words.ts'
import { expression, type Conditions, type MatchExpressions, type Plan } from './plan.ts'
import type { Store } from './store.ts'
import { facet } from './tokens.ts'

/** One kind of match: an expression, and a check for conditions that it cannot express. */
interface Tier {
  match: string
  check?: (rowid: number) => boolean
}

export interface Level {
  match: string
  tiers: Tier[]
}

/** Each level includes the matches of the levels before it. */
export function levelsOf(
  document: Store['document'],
  plan: Plan,
  { whole, expr }: MatchExpressions,
  { having, lacking }: Conditions,
): Level[] {
  const { words, key, open } = plan
  const match = (word: (n: number) => string, ...more: string[]): string =>
    expression([...more, ...words.map((_word, n) => word(n)), ...having], lacking)
  const titleKey = (rowid: number): string => titleKeyOf(document(rowid)?.title ?? '')
  const [firstWord] = key.split(' ', 1)
  const starts = `"s${firstWord}"`
  const prefix: Tier =
    words.length === 1 && key === firstWord
      ? { match: match((n) => expr(n, 's')) }
      : { match: match((n) => expr(n, 't'), starts), check: (rowid) => titleKey(rowid).startsWith(key) }
  const level = (words: (expr: MatchExpressions['expr']) => (n: number) => string, ...before: Tier[]): Level => {
    const all: Tier = { match: match(words(expr)) }
    return { match: all.match, tiers: [...before, { match: match(words(whole)) }, ...(open ? [all] : [])] }
  }
  const named = level(
    (word) => (n) => word(n, 't'),
    { match: expression([`"${facet.title(key)}"`, ...having], lacking) },
    { match: match((n) => whole(n, 't'), starts), check: (rowid) => titleKey(rowid).startsWith(`${key} `) },
    ...(open ? [prefix] : []),
  )
  return plan.namesOnly
    ? [named]
    : [named, level((word) => (n) => `(${word(n, 't')} OR ${word(n, 'g')})`), level((word) => (n) => word(n, 'a'))]
}
