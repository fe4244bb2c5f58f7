/**
 * Search results in their order. Few matches are all read and sorted. Of many matches, the index streams one kind of match
 * after the other, most popular first, and only as many as are needed.
 */
import { countLimit, documentTypes, maxReachableHits, type DocumentType, type SearchDocument, type SearchQuery } from '../port.ts'
import { createFuzzy } from './fuzzy.ts'
import { filtered, interleave, memoize, takeN } from './iterators.ts'
import { levelsOf } from './levels.ts'
import { chunk, createMatches, type Matches } from './matches.ts'
import { createExpressions, expression, planOf, type Expressions, type Plan, type QueryWord } from './plan.ts'
import { kindOf } from './rank.ts'
import { rangeOf, typeOf } from './rowids.ts'
import type { Store } from './store.ts'
import type { Place } from './tokens.ts'

export const defaults = {
  /** From this many exact results on (two pages), spelling is not corrected. */
  enough: 24,
  /** Up to this many documents are read and sorted; above, one kind of match after the other is queried. */
  few: 100,
  /** Corrected matches per type that are sorted among themselves. */
  block: 25,
  /** A word in this many documents counts as spelt correctly, unless nothing is found otherwise. */
  common: 2000,
  /** Words of a text that are corrected, the rarest first: a long text rarely has more errors. */
  corrected: 3,
}

/** Up to this many ids in `among` are looked up one by one. */
const maxProbed = 1000

export interface SearchResults {
  rowids: number[]
  total: number
  plan: Plan
}

/** All that matches (null: too many to read), and how many they are. */
interface Gathered {
  rowids: number[] | null
  total: number
}

type Expr = (n: number) => string

function typesOf({ types, writable, tag, category }: SearchQuery): DocumentType[] {
  const hasMediaFilter = tag !== undefined || category !== undefined
  const possible: readonly DocumentType[] = writable ? ['bead'] : hasMediaFilter ? ['bead', 'post'] : documentTypes
  return possible.filter((type) => types.includes(type))
}

/** The same permissions as `Expressions.conditions`, checked on a document. */
function isVisible(document: SearchDocument | null, { reader, excludedAuthors = [] }: SearchQuery): boolean {
  if (document === null || (document.creator !== null && excludedAuthors.includes(document.creator))) return false
  return document.readers === null || (reader !== null && (reader.isAdmin || document.readers.includes(reader.uid)))
}

/** Rowids of `among` by type, most popular first; null without that filter. */
function amongOf(store: Store, { among }: SearchQuery, types: readonly DocumentType[]): number[][] | null {
  if (among === undefined) return null
  return types.map((type) => store.rowids((among[type] ?? []).map((id) => ({ type, id }))))
}

interface RunDeps {
  store: Store
  matches: Matches
  expressions: Expressions
  few: number
}

/** The state and the steps of one query. */
function createRun({ store, matches, expressions, few }: RunDeps, query: SearchQuery, plan: Plan, types: readonly DocumentType[]) {
  const conditions = expressions.conditions(query)
  const exprs = expressions.words(plan)
  const among = amongOf(store, query, types)
  const allowed = among && new Set(among.flat())
  const counted = countLimit(query)
  const pageEnd = Math.min(query.from + query.limit, maxReachableHits)
  const field: Place = plan.namesOnly ? 't' : 'a'
  const ranges = types.map(rangeOf)
  const span = [ranges[0]![0], ranges.at(-1)![1]] as const
  const allTypes = types.length === documentTypes.length
  // Order, title and result each read a document.
  const document = memoize(store.document)
  const seen = new Set<number>()

  const passes = (rowid: number): boolean => (allowed === null || allowed.has(rowid)) && (allTypes || types.includes(typeOf(rowid)))
  const isFresh = (rowid: number): boolean => passes(rowid) && !seen.has(rowid)
  const isVisibleRow = (rowid: number): boolean => isVisible(document(rowid), query)

  function take(rowids: Iterable<number>, limit: number): void {
    for (const rowid of rowids) {
      if (seen.size >= Math.min(pageEnd, limit)) return
      seen.add(rowid)
    }
  }

  /** Sorts by kind of match, then popularity (the order of rowids), with types taking turns. Drops rows that do not match. */
  function ordered(rowids: readonly number[], isCorrected: boolean): number[] {
    const kinds = new Map<number, Map<DocumentType, number[]>>()
    for (const rowid of rowids) {
      const found = document(rowid)
      if (found === null) continue
      const kind = kindOf(found, plan, isCorrected)
      if (kind === null) continue
      const lists = kinds.get(kind) ?? new Map<DocumentType, number[]>()
      kinds.set(kind, lists.set(found.type, [...(lists.get(found.type) ?? []), rowid]))
    }
    return [...kinds].sort(([a], [b]) => a - b).flatMap(([, lists]) => [...interleave([...lists.values()])])
  }

  /** All matches; null if there are more than `few`. */
  function fewOf(match: string): number[] | null {
    if (allowed !== null && allowed.size <= maxProbed)
      return matches.among(
        match,
        [...allowed].sort((a, b) => a - b),
      )
    const rowids: number[] = []
    for (const rowid of matches.stream(match, span, few + 1)) {
      if (!passes(rowid)) continue
      if (rowids.length === few) return null
      rowids.push(rowid)
    }
    return rowids
  }

  function gather(match: string): Gathered {
    const rowids = fewOf(match)
    if (rowids !== null) return { rowids, total: Math.min(rowids.length, counted) }
    if (counted <= few) return { rowids, total: counted }
    if (allowed !== null) return { rowids, total: takeN(filtered(matches.stream(match, span), passes), counted).length }
    return { rowids, total: ranges.reduce((sum, range) => sum + matches.count(match, range, counted - sum), 0) }
  }

  /**
   * All results in their order if the rarest words leave few: checking the other words in those documents is faster than
   * intersecting their long lists. Null otherwise.
   */
  function filterByRareTerms(expr: Expr, documents: (n: number) => number, isCorrected: boolean): number[] | null {
    const rare = plan.words
      .map((_word, n) => ({ n, count: documents(n) }))
      .filter(({ count }) => count < Infinity)
      .sort((a, b) => a.count - b.count)
    for (let size = rare[0] && rare[0].count <= few ? 1 : 2; size <= rare.length && size < plan.words.length; size += 1) {
      const rowids = fewOf(expression([...rare.slice(0, size).map(({ n }) => expr(n)), ...conditions.having], []))
      if (rowids !== null) return ordered(rowids.filter(isVisibleRow), isCorrected)
    }
    return null
  }

  return {
    plan,
    exprs,
    conditions,
    among,
    pageEnd,
    field,
    document,
    seen,
    isFresh,
    isVisibleRow,
    take,
    ordered,
    fewOf,
    gather,
    filterByRareTerms,
    broadestMatch: (expr: Expr): string => expression([...plan.words.map((_word, n) => expr(n)), ...conditions.having], conditions.lacking),
    /** New matches of each type. */
    streams: (match: string, first: number): Generator<number>[] =>
      ranges.map((range) => filtered(matches.stream(match, range, first), isFresh)),
    results: (total: number): SearchResults => ({ rowids: [...seen].slice(query.from), total, plan }),
  }
}

type Run = ReturnType<typeof createRun>

/** Without words and conditions, the results are `among` itself, so the index is not needed. */
function listAmong({ among, isVisibleRow, take, results }: Run): SearchResults {
  const all = takeN(interleave(among!.map((list) => filtered(list, isVisibleRow))), maxReachableHits)
  take(all, maxReachableHits)
  return results(all.length)
}

/** Too many matches to sort: takes level after level, and tier after tier within each, until enough are found. */
function takeLevels(run: Run, broadest: string, total: number): void {
  const { seen, pageEnd, take } = run
  for (const { match, tiers } of levelsOf(run.document, run.plan, run.exprs, run.conditions)) {
    if (seen.size >= pageEnd) return
    const rowids = match === broadest ? null : run.fewOf(match)
    if (rowids !== null) {
      take(run.ordered(rowids.filter(run.isFresh), false), total)
      continue
    }
    for (const tier of tiers) {
      if (seen.size >= pageEnd) return
      const { check } = tier
      const lists = run.streams(tier.match, Math.min(chunk, pageEnd + 8))
      take(interleave(check ? lists.map((list) => filtered(list, check)) : lists), total)
    }
  }
}

/** Takes the exact matches. Returns their total. */
function takeExact(run: Run): number {
  const { plan, exprs, field, take } = run
  const broadest = run.broadestMatch((n) => exprs.expr(n, field))
  const sorted = run.filterByRareTerms((n) => exprs.expr(n, field), exprs.documents, false)
  const { rowids, total } = sorted === null ? run.gather(broadest) : { rowids: sorted, total: sorted.length }
  if (plan.words.length === 0) take(interleave(run.streams(broadest, run.pageEnd)), total)
  else if (sorted !== null) take(sorted, total)
  else if (rowids !== null) take(run.ordered(rowids, false), total)
  else takeLevels(run, broadest, total)
  return total
}

/** Takes matches of the words and their corrections. Returns their total, 0 for none. */
function takeCorrected(run: Run, block: number): number {
  const { plan, exprs, field, seen, pageEnd, take } = run
  const correctedExpr: Expr = (n) => exprs.correctedExpr(n, field, 2)
  const documents = (n: number): number => plan.words[n]!.similar.reduce((sum, { count }) => sum + count, exprs.documents(n))
  const sorted = run.filterByRareTerms(correctedExpr, documents, true)
  const match = run.broadestMatch(correctedExpr)
  const { rowids, total } = sorted === null ? run.gather(match) : { rowids: sorted, total: sorted.length }
  if (total === 0) return 0
  if (sorted !== null) take(sorted, total)
  else if (rowids !== null) take(run.ordered(rowids, true), total)
  else {
    const lists = run.streams(match, block * 2)
    while (seen.size < pageEnd) {
      const candidates = lists.flatMap((list) => takeN(list, block))
      if (candidates.length === 0) break
      take(run.ordered(candidates, true), total)
    }
  }
  return total
}

export function createFinder(store: Store, { enough, few, block, common, corrected }: typeof defaults = defaults) {
  const matches = createMatches(store.db)
  const similarTo = createFuzzy(store.db)
  const expressions = createExpressions(store)
  const frequency = store.db.prepare<[string], number>('SELECT count FROM term WHERE word = ?').pluck()

  /** The words to correct: first rare ones, then, if that finds nothing, common ones. */
  function wordsToCorrect(plan: Plan): QueryWord[][] {
    const byRarity = plan.words.map((word) => ({ word, count: frequency.get(word.word) ?? 0 })).sort((a, b) => a.count - b.count)
    const wordsWhere = (isCommon: boolean): QueryWord[] =>
      byRarity
        .filter(({ count }) => count >= common === isCommon)
        .slice(0, corrected)
        .map(({ word }) => word)
    return [wordsWhere(false), wordsWhere(true)]
  }

  return function find(query: SearchQuery): SearchResults {
    const types = typesOf(query)
    const plan = planOf(query)
    const isEmpty = plan.words.length === 0
    const hasFilter = query.tag !== undefined || query.among !== undefined
    if (types.length === 0 || (isEmpty && !hasFilter) || (query.writable && query.reader === null)) return { rowids: [], total: 0, plan }

    const run = createRun({ store, matches, expressions, few }, query, plan, types)
    if (isEmpty && run.conditions.having.length === 0) return listAmong(run)
    const total = takeExact(run)
    if (isEmpty || total >= enough) return run.results(total)

    for (const words of wordsToCorrect(plan)) {
      for (const word of words) word.similar = similarTo(word.word, word.open)
      if (!words.some((word) => word.similar.length > 0)) {
        if (total > 0) break
        continue
      }
      const correctedTotal = takeCorrected(run, block)
      if (correctedTotal > 0) return run.results(correctedTotal)
    }
    return run.results(total)
  }
}
