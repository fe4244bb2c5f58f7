/**
 * Finds in their order. Where there are few, they are all read and ordered. Where there are many, one kind of match
 * comes after the other, each as the index streams it: most popular first, and no more than are wanted.
 */
import { countedTo, documentTypes, mostFinds, type DocumentType, type SearchDocument, type SearchQuery } from '../port.ts'
import { keyOf as titleKeyOf } from '../text/words.ts'
import { createNear } from './near.ts'
import { createExpressions, expression, planOf, type Asked, type Plan } from './plan.ts'
import { kindOf } from './rank.ts'
import { rangeOf, typeOf } from './rowids.ts'
import type { Store } from './store.ts'
import { facet, type Place } from './tokens.ts'

export const usual = {
  /** Where the words as asked are found so often, nobody meant others: two pages. */
  enough: 24,
  /** So many documents are read rather than asked for in the index one kind after the other. */
  few: 100,
  /** Candidates of a type that are ordered among themselves where words were mended. */
  block: 25,
  /** A word that so many documents have is not taken for an error, unless nothing is found otherwise. */
  common: 2000,
  /** Words of one text that are looked up as errors, the rarest first: who types more is seldom wrong in all of them. */
  mended: 3,
}

/** Rows that are taken from the index at a time. */
const chunk = 256

/** Where only so many may be found, the index is asked of each of them. */
const probed = 1000

type Expressions = ReturnType<typeof createExpressions>
type Sayings = ReturnType<Expressions['words']>
type Conditions = ReturnType<Expressions['conditions']>

/** A kind of match as the index says it, and what the index cannot say. */
interface Tier {
  match: string
  check?: (rowid: number) => boolean
}

interface Level {
  match: string
  tiers: Tier[]
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

/** From lists of one kind, one of each at a time. */
function* inTurns(lists: readonly Iterable<number>[]): Generator<number> {
  let turns = lists.map((list) => list[Symbol.iterator]())
  while (turns.length > 0) {
    const left: Iterator<number>[] = []
    for (const turn of turns) {
      const next = turn.next()
      if (next.done) continue
      left.push(turn)
      yield next.value
    }
    turns = left
  }
}

function* filtered(rowids: Iterable<number>, passes: (rowid: number) => boolean): Generator<number> {
  for (const rowid of rowids) if (passes(rowid)) yield rowid
}

export function createFinder(store: Store, { enough, few, block, common, mended }: typeof usual = usual) {
  const { db } = store
  const near = createNear(db)
  const expressions = createExpressions(store)
  const matches = db.prepare<[string, bigint, bigint, number], number>('SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?').pluck()
  const frequency = db.prepare<[string], number>('SELECT count FROM term WHERE word = ?').pluck()
  const counts = db.prepare<[string, bigint, bigint, number], number>('SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)').pluck()

  const matching = db.prepare<[string, string], number>('SELECT rowid FROM words WHERE words MATCH ? AND rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid').pluck()

  function* stream(match: string, [start, end]: readonly [number, number], first = chunk): Generator<number> {
    let after = start
    for (let size = first; ; size = chunk * 16) {
      const rows = matches.all(match, BigInt(after), BigInt(end), size)
      yield* rows
      if (rows.length < size) return
      after = rows.at(-1)! + 1
    }
  }

  /** What are finds, by kind of match, in each kind by popularity, types taking turns. The rowids come in their order. */
  function ordered(rowids: readonly number[], document: Store['document'], plan: Plan, mended: boolean): number[] {
    const kinds = new Map<number, Map<DocumentType, number[]>>()
    for (const rowid of rowids) {
      const found = document(rowid)
      if (found === null) continue
      const kind = kindOf(found, plan, mended)
      if (kind === null) continue
      const lists = kinds.get(kind) ?? new Map<DocumentType, number[]>()
      kinds.set(kind, lists.set(found.type, [...(lists.get(found.type) ?? []), rowid]))
    }
    return [...kinds].sort(([a], [b]) => a - b).flatMap(([, lists]) => [...inTurns([...lists.values()])])
  }

  /** Each level holds the ones before it, and is made of tiers. */
  function levelsOf(document: Store['document'], plan: Plan, { whole, asked }: Sayings, { having, lacking }: Conditions): Level[] {
    const { words, key, open } = plan
    const match = (say: (n: number) => string, ...more: string[]): string => expression([...more, ...words.map((_word, n) => say(n)), ...having], lacking)
    const titleKey = (rowid: number): string => titleKeyOf(document(rowid)?.title ?? '')
    const [firstWord] = key.split(' ', 1)
    const starts = `"s${firstWord}"`
    const begun: Tier = words.length === 1 && key === firstWord
      ? { match: match((n) => asked(n, 's')) }
      : { match: match((n) => asked(n, 't'), starts), check: (rowid) => titleKey(rowid).startsWith(key) }
    const level = (say: (how: Sayings['asked']) => (n: number) => string, ...before: Tier[]): Level => {
      const all: Tier = { match: match(say(asked)) }
      return { match: all.match, tiers: [...before, { match: match(say(whole)) }, ...(open ? [all] : [])] }
    }
    const named = level(
      (how) => (n) => how(n, 't'),
      { match: expression([`"${facet.title(key)}"`, ...having], lacking) },
      { match: match((n) => whole(n, 't'), starts), check: (rowid) => titleKey(rowid).startsWith(`${key} `) },
      ...(open ? [begun] : []),
    )
    return plan.namesOnly ? [named] : [
      named,
      level((how) => (n) => `(${how(n, 't')} OR ${how(n, 'g')})`),
      level((how) => (n) => how(n, 'a')),
    ]
  }

  /** Rowids of what alone may be found, by type, most popular first; null where everything may. */
  function amongOf({ among }: SearchQuery, types: readonly DocumentType[]): number[][] | null {
    if (among === undefined) return null
    return types.map((type) => store.rowids((among[type] ?? []).map((id) => ({ type, id }))))
  }

  return function find(query: SearchQuery): Finds {
    const plan = planOf(query)
    const conditions = expressions.conditions(query)
    const types = typesOf(query)
    const empty = plan.words.length === 0
    const wanted = Math.min(query.from + query.limit, mostFinds)
    if (types.length === 0 || (empty && query.tag === undefined && query.among === undefined) || (query.writable && query.reader === null)) return { rowids: [], total: 0, plan }

    const among = amongOf(query, types)
    const allowed = among && new Set(among.flat())
    const counted = countedTo(query)
    const document = once(store.document)
    const seen = new Set<number>()
    const answer = (total: number): Finds => ({ rowids: [...seen].slice(query.from), total, plan })
    const take = (rowids: Iterable<number>, most: number): void => {
      for (const rowid of rowids) {
        if (seen.size >= Math.min(wanted, most)) return
        seen.add(rowid)
      }
    }

    if (empty && conditions.having.length === 0) {
      // Nothing is asked for but that it is among these: the index has nothing to say but what is hidden.
      const all = nextOf(inTurns(among!.map((list) => filtered(list, (rowid) => maySee(document(rowid), query)))), mostFinds)
      take(all, mostFinds)
      return answer(all.length)
    }

    const ranges = types.map(rangeOf)
    const span = [ranges[0]![0], ranges.at(-1)![1]] as const
    const ofTypes = new Set(types)
    const passes = (rowid: number): boolean => (allowed === null || allowed.has(rowid)) && (types.length === documentTypes.length || ofTypes.has(typeOf(rowid)))

    /** All that match, where they are few. */
    const fewOf = (match: string): number[] | null => {
      if (allowed !== null && allowed.size <= probed) return matching.all(match, JSON.stringify([...allowed].sort((a, b) => a - b)))
      const rowids: number[] = []
      for (const rowid of stream(match, span, few + 1)) {
        if (!passes(rowid)) continue
        if (rowids.length === few) return null
        rowids.push(rowid)
      }
      return rowids
    }
    const gather = (match: string): { rowids: number[] | null; total: number } => {
      const rowids = fewOf(match)
      if (rowids !== null) return { rowids, total: Math.min(rowids.length, counted) }
      if (counted <= few) return { rowids, total: counted }
      if (allowed !== null) return { rowids, total: nextOf(filtered(stream(match, span), passes), counted).length }
      return { rowids, total: ranges.reduce((sum, [start, end]) => sum + counts.get(match, BigInt(start), BigInt(end), counted - sum)!, 0) }
    }

    const sayings = expressions.words(plan)
    const widest = (say: (n: number) => string): string => expression([...plan.words.map((_word, n) => say(n)), ...conditions.having], conditions.lacking)
    const place: Place = plan.namesOnly ? 't' : 'a'
    const asked = widest((n) => sayings.asked(n, place))
    /**
     * All finds in their order, where rare words make them few: the other words are looked for in the documents, which
     * is faster than in their long lists. Null where they are not few.
     */
    const fewByRarest = (say: (n: number) => string, documents: (n: number) => number, mended: boolean): number[] | null => {
      const rare = plan.words.map((_word, n) => ({ n, count: documents(n) })).filter(({ count }) => count < Infinity).sort((a, b) => a.count - b.count)
      for (let most = rare[0] && rare[0].count <= few ? 1 : 2; most <= rare.length && most < plan.words.length; most += 1) {
        const rowids = fewOf(expression([...rare.slice(0, most).map(({ n }) => say(n)), ...conditions.having], []))
        if (rowids !== null) return ordered(rowids.filter((rowid) => maySee(document(rowid), query)), document, plan, mended)
      }
      return null
    }
    const found = fewByRarest((n) => sayings.asked(n, place), sayings.documents, false)
    const known = found === null ? gather(asked) : { rowids: found, total: found.length }
    const fresh = (rowid: number): boolean => passes(rowid) && !seen.has(rowid)
    const streams = (match: string, first: number): Generator<number>[] => ranges.map((range) => filtered(stream(match, range, first), fresh))
    if (empty) {
      take(inTurns(streams(asked, wanted)), known.total)
      return answer(known.total)
    }
    if (found !== null) take(found, known.total)
    else if (known.rowids !== null) take(ordered(known.rowids, document, plan, false), known.total)
    else {
      for (const { match, tiers } of levelsOf(document, plan, sayings, conditions)) {
        if (seen.size >= wanted) break
        const rowids = match === asked ? null : fewOf(match)
        if (rowids !== null) take(ordered(rowids.filter(fresh), document, plan, false), known.total)
        else {
          for (const { match: one, check } of tiers) {
            if (seen.size >= wanted) break
            const lists = streams(one, Math.min(chunk, wanted + 8))
            take(inTurns(check ? lists.map((list) => filtered(list, check)) : lists), known.total)
          }
        }
      }
    }
    if (known.total >= enough) return answer(known.total)

    const byRarity = plan.words.map((word) => ({ word, count: frequency.get(word.word) ?? 0 })).sort((a, b) => a.count - b.count)
    const some = (isCommon: boolean): Asked[] => byRarity.filter(({ count }) => count >= common === isCommon).slice(0, mended).map(({ word }) => word)
    const meant = (n: number): string => sayings.mended(n, place, 2)
    const documents = (n: number): number => plan.words[n]!.near.reduce((sum, { count }) => sum + count, sayings.documents(n))
    for (const words of [some(false), some(true)]) {
      for (const word of words) word.near = near(word.word, word.open)
      if (!words.some((word) => word.near.length > 0)) {
        if (known.total > 0) break
        continue
      }
      const found = fewByRarest(meant, documents, true)
      const match = widest(meant)
      const { rowids, total } = found === null ? gather(match) : { rowids: found, total: found.length }
      if (total === 0) continue
      if (found !== null) take(found, total)
      else if (rowids !== null) take(ordered(rowids, document, plan, true), total)
      else {
        const lists = streams(match, block * 2)
        while (seen.size < wanted) {
          const candidates = lists.flatMap((list) => nextOf(list, block))
          if (candidates.length === 0) break
          take(ordered(candidates, document, plan, true), total)
        }
      }
      return answer(total)
    }
    return answer(known.total)
  }
}

/** A question reads a document for its order, for its title and for its answer. */
function once(read: Store['document']): Store['document'] {
  const known = new Map<number, SearchDocument | null>()
  return (rowid) => {
    let document = known.get(rowid)
    if (document === undefined) known.set(rowid, (document = read(rowid)))
    return document
  }
}

function nextOf(list: Iterator<number>, most: number): number[] {
  const found: number[] = []
  while (found.length < most) {
    const next = list.next()
    if (next.done) break
    found.push(next.value)
  }
  return found
}
