/** Finds in their order: one kind of match after the other, each as the index streams it, most popular first. */
import { documentTypes, mostFinds, type DocumentType, type SearchDocument, type SearchQuery } from '../port.ts'
import { keyOf as titleKeyOf } from '../text/words.ts'
import { createNear } from './near.ts'
import { createExpressions, expression, planOf, type Plan } from './plan.ts'
import { rangeOf } from './rowids.ts'
import type { Store } from './store.ts'
import { facet } from './tokens.ts'

/** Where the words as asked are found so often, nobody meant others. */
const enough = 100

/** Rows that are taken from the index at a time. */
const chunk = 256

type Expressions = ReturnType<typeof createExpressions>
type Sayings = ReturnType<Expressions['words']>
type Conditions = ReturnType<Expressions['conditions']>

interface Tier {
  match: string
  /** What the index cannot say. */
  check?: (rowid: number) => boolean
}

export interface Finds {
  rowids: number[]
  total: number
  plan: Plan
}

function typesOf({ types, writable, tag, category }: SearchQuery): DocumentType[] {
  const possible: readonly DocumentType[] = writable ? ['bead'] : tag !== undefined || category !== undefined ? ['bead', 'post'] : documentTypes
  return possible.filter((type) => types.includes(type))
}

/** What the conditions say in the index, of a document at hand. */
function maySee(document: SearchDocument | null, { reader, without = [] }: SearchQuery): boolean {
  if (document === null || (document.creator !== null && without.includes(document.creator))) return false
  return document.readers === null || (reader !== null && (reader.isAdmin || document.readers.includes(reader.uid)))
}

function* each(rowids: readonly number[]): Generator<number> {
  yield* rowids
}

export function createFinder(store: Store) {
  const { db, document } = store
  const near = createNear(db)
  const expressions = createExpressions(store)
  const matches = db.prepare<[string, bigint, bigint, number], number>('SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?').pluck()
  const counts = db.prepare<[string, bigint, bigint, number], number>('SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)').pluck()

  function* stream(match: string, type: DocumentType, first: number): Generator<number> {
    const [start, end] = rangeOf(type)
    let after = start
    for (let size = first; ; size = chunk) {
      const rows = matches.all(match, BigInt(after), BigInt(end), size)
      yield* rows
      if (rows.length < size) return
      after = rows.at(-1)! + 1
    }
  }

  /** Rowids of what alone may be found, most popular first; null where everything may. */
  function amongOf({ among, types }: SearchQuery): Map<DocumentType, number[]> | null {
    if (among === undefined) return null
    return new Map(types.map((type) => [type, [...new Set(among[type] ?? [])].map((id) => store.rowid({ type, id })).filter((rowid) => rowid !== null).sort((a, b) => a - b)]))
  }

  function* tiersOf(plan: Plan, { whole, asked }: Sayings, { having, lacking }: Conditions): Generator<Tier> {
    const { words, key, open } = plan
    const each = (say: (n: number) => string): string[] => words.map((_word, n) => say(n))
    const match = (parts: string[]): string => expression([...parts, ...having], lacking)
    const titleKey = (rowid: number): string => titleKeyOf(document(rowid)?.title ?? '')
    yield { match: match([`"${facet.title(key)}"`]) }
    const [firstWord] = key.split(' ', 1)
    yield { match: match([`"s${firstWord}"`, ...each((n) => whole(n, 't'))]), check: (rowid) => titleKey(rowid).startsWith(`${key} `) }
    if (open) {
      const alone = words.length === 1 && key === firstWord
      yield alone
        ? { match: match([asked(0, 's')]) }
        : { match: match([`"s${firstWord}"`, ...each((n) => asked(n, 't'))]), check: (rowid) => titleKey(rowid).startsWith(key) }
    }
    const tagged = (say: (n: number, place: 't' | 'g') => string) => (n: number) => `(${say(n, 't')} OR ${say(n, 'g')})`
    yield { match: match(each((n) => whole(n, 't'))) }
    if (open) yield { match: match(each((n) => asked(n, 't'))) }
    yield { match: match(each(tagged(whole))) }
    if (open) yield { match: match(each(tagged(asked))) }
    yield { match: match(each((n) => whole(n, 'a'))) }
    if (open) yield { match: match(each((n) => asked(n, 'a'))) }
  }

  function* mendedTiersOf(plan: Plan, { mended }: Sayings, { having, lacking }: Conditions): Generator<Tier> {
    const most = Math.max(...plan.words.flatMap((word) => word.near.map(({ errors }) => errors)))
    const match = (say: (n: number) => string): Tier => ({ match: expression([...plan.words.map((_word, n) => say(n)), ...having], lacking) })
    for (let errors = 1; errors <= most; errors += 1) {
      yield match((n) => mended(n, 't', errors))
      yield match((n) => `(${mended(n, 't', errors)} OR ${mended(n, 'g', errors)})`)
      yield match((n) => mended(n, 'a', errors))
    }
  }

  return function find(query: SearchQuery): Finds {
    const plan = planOf(query)
    const conditions = expressions.conditions(query)
    const { having, lacking } = conditions
    const empty = plan.words.length === 0
    const types = typesOf(query)
    const among = amongOf(query)
    const allowed = among && new Set([...among.values()].flat())
    if ((empty && query.tag === undefined && among === null) || (query.writable && query.reader === null)) return { rowids: [], total: 0, plan }

    /** Up to `mostFinds` of all types together. */
    const count = (match: string): number => {
      let total = 0
      for (const type of types) {
        const [start, end] = rangeOf(type)
        if (allowed === null) total += counts.get(match, BigInt(start), BigInt(end), mostFinds - total)!
        else for (const rowid of stream(match, type, 4096)) if (allowed.has(rowid)) total += 1
        if (total >= mostFinds) return mostFinds
      }
      return total
    }

    const wanted = Math.min(query.from + query.limit, mostFinds)
    const seen = new Set<number>()
    /** The finds of one kind: types take turns. */
    const take = (streams: Generator<number>[], total: number, check?: (rowid: number) => boolean): void => {
      for (let turns = streams; turns.length > 0 && seen.size < wanted && seen.size < total; ) {
        turns = turns.filter((rows) => {
          for (let next = rows.next(); !next.done; next = rows.next()) {
            const rowid = next.value
            if (seen.has(rowid) || (allowed !== null && !allowed.has(rowid)) || (check && !check(rowid))) continue
            if (seen.size < wanted) seen.add(rowid)
            return true
          }
          return false
        })
      }
    }
    const takeAll = (tiers: Iterable<Tier>, total: number): void => {
      for (const { match, check } of tiers) take(types.map((type) => stream(match, type, first)), total, check)
    }
    const first = Math.min(chunk, wanted + 8)

    let total = 0
    if (empty && having.length === 0) {
      const lists = types.map((type) => (among!.get(type) ?? []).filter((rowid) => maySee(document(rowid), query)))
      total = Math.min(mostFinds, lists.reduce((sum, { length }) => sum + length, 0))
      take(lists.map(each), total)
      return { rowids: [...seen].slice(query.from), total, plan }
    }
    const sayings = expressions.words(plan)
    const widest = (say: (n: number) => string): string => expression([...plan.words.map((_word, n) => say(n)), ...having], lacking)
    const asked = widest((n) => sayings.asked(n, 'a'))
    total = count(asked)
    if (empty) takeAll([{ match: asked }], total)
    else if (total > 0) takeAll(tiersOf(plan, sayings, conditions), total)
    if (!empty && total < enough) {
      for (const word of plan.words) word.near = near(word.word, word.open)
      const errors = Math.max(0, ...plan.words.flatMap((word) => word.near.map((one) => one.errors)))
      if (errors > 0) {
        total = count(widest((n) => sayings.mended(n, 'a', errors)))
        takeAll(mendedTiersOf(plan, sayings, conditions), total)
      }
    }
    return { rowids: [...seen].slice(query.from), total, plan }
  }
}
