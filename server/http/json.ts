/** Parses untrusted JSON. `JSON.parse` takes a hundred times as long for a million small values as for one long string. */
import { createSlices } from './slices.ts'

/** Shorter texts (in characters) cannot hold enough values to matter, and are parsed directly. */
const directLimit = 16_384
/** Nesting limit. */
const maxDepth = 100

export class TooManyValues extends Error {}

const [quote, backslash, comma, brace, bracket, braceEnd, bracketEnd] = [...'"\\,{[}]'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/** Whether the character at `at` is escaped by backslashes. */
function isEscaped(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
  return slashes % 2 === 1
}

/** Calls `see` for each bracket and comma outside strings, with its position and nesting depth. */
async function walk(json: string, see: (character: number, at: number, depth: number) => void): Promise<void> {
  const slices = createSlices()
  let depth = 0
  let inText = false
  for (let at = 0; at >= 0 && at < json.length;) {
    if (inText) {
      const end = json.indexOf('"', at)
      inText = end < 0 || isEscaped(json, end)
      at = end < 0 ? -1 : end + 1
    } else {
      const character = json.charCodeAt(at)
      if (character === quote) inText = true
      else if (character === comma) see(character, at, depth)
      else if (character === brace || character === bracket) {
        depth += 1
        if (depth > maxDepth) throw new TooManyValues()
        see(character, at, depth)
      } else if (character === braceEnd || character === bracketEnd) {
        see(character, at, depth)
        depth -= 1
      }
      at += 1
    }
    if (slices.over()) await slices.next()
  }
  // The caller parses the text, which takes a turn of its own.
  if (slices.isOver()) await slices.next()
}

/**
 * Parses without blocking the event loop: refuses more than `maxValues` values or too deep a nesting before parsing. Throws
 * `TooManyValues`, or `SyntaxError` like `JSON.parse`.
 */
export async function parseJson(json: string, maxValues: number): Promise<unknown> {
  let values = 0
  if (json.length > directLimit)
    await walk(json, (character) => {
      if (character !== braceEnd && character !== bracketEnd && (values += 1) > maxValues) throw new TooManyValues()
    })
  return JSON.parse(json) as unknown
}

export interface CutLists {
  /** The text with each list replaced by the range of its entries in `entries`. */
  rest: string
  /** Unparsed source texts. */
  entries: string[]
}

/**
 * Cuts out lists inside an object of the outermost object, so that their entries can be parsed one at a time. Returns at most `most`
 * entries.
 */
export async function cutLists(json: string, most: number): Promise<CutLists> {
  const listDepth = 3
  const entries: string[] = []
  let rest = ''
  let copied = 0
  /** Start of the current entry; -1 outside such a list. */
  let begin = -1
  let first = 0
  await walk(json, (character, at, depth) => {
    if (depth !== listDepth) return
    if (character === bracket && begin < 0) {
      rest += json.slice(copied, at + 1)
      begin = at + 1
      first = entries.length
    } else if (begin >= 0 && (character === comma || character === bracketEnd)) {
      const entry = json.slice(begin, at)
      const isEmptyList = character === bracketEnd && entries.length === first && entry.trim() === ''
      if (!isEmptyList && entries.length < most) entries.push(entry)
      begin = at + 1
      if (character === comma) return
      rest += `${first},${entries.length}`
      copied = at
      begin = -1
    }
  })
  return { rest: rest + json.slice(copied), entries }
}

/** Whether a parsed value contains at most `maxValues` values: processing them one by one may take long. */
export function holdsAtMost(value: unknown, maxValues: number): boolean {
  let left = maxValues
  const within = (one: unknown): boolean => {
    if ((left -= 1) < 0) return false
    return typeof one !== 'object' || one === null || Object.values(one).every(within)
  }
  return within(value)
}
