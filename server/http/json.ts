/** JSON from outside. `JSON.parse` takes a hundred times as long for a million small values as for one long text. */
import { createSlices } from './slices.ts'

/** Characters that are parsed without a look at them: they hold too few values to matter. */
const short = 16_384
/** Values within each other. */
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

/** Whether the character at `at` is escaped by the backslashes before it. */
function isEscaped(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
  return slashes % 2 === 1
}

/** Calls `see` with each bracket and comma outside of texts, where it stands and how many lists and objects are open, itself included. */
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
}

/**
 * Parses without keeping the event loop: more than `maxValues` values, or values too deep within each other, are refused unparsed.
 * Throws `TooManyValues`, and `SyntaxError` as `JSON.parse` does.
 */
export async function parseJson(json: string, maxValues: number): Promise<unknown> {
  let values = 0
  if (json.length > short)
    await walk(json, (character) => {
      if (character !== braceEnd && character !== bracketEnd && (values += 1) > maxValues) throw new TooManyValues()
    })
  return JSON.parse(json) as unknown
}

export interface CutLists {
  /** The text with each list replaced by the places of its first entry in `entries` and of the one after its last. */
  rest: string
  /** As they stand in the text, unparsed. */
  entries: string[]
}

/** Cuts the lists out that lie in an object in the outermost object, so that their entries can be parsed one by one. `most` entries are kept. */
export async function cutLists(json: string, most: number): Promise<CutLists> {
  const listDepth = 3
  const entries: string[] = []
  let rest = ''
  let copied = 0
  /** Where the entry begins; -1 outside of such a list. */
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

/** Whether a parsed value holds at most so many values: what reads them one by one may take long. */
export function holdsAtMost(value: unknown, maxValues: number): boolean {
  let left = maxValues
  const within = (one: unknown): boolean => {
    if ((left -= 1) < 0) return false
    return typeof one !== 'object' || one === null || Object.values(one).every(within)
  }
  return within(value)
}
