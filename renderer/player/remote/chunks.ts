/** Splits messages for transports that limit their size, and joins them again. */
import { isCount, isText, shape } from '../shapes.ts'

/** Bytes of text in one part. A Cast device refuses messages of more than 64 KB; the text is escaped a second time on the way. */
export const partBytes = 24_000
/** Limits, so that a sender cannot make the receiver grow: longer messages and parts are refused, and the oldest incomplete message is dropped. */
const maxParts = 200
const maxIncomplete = 8

export interface Part {
  type: 'part'
  /** Counts the messages of a sender. */
  message: number
  part: number
  parts: number
  text: string
}

const isPart = shape({ type: (value) => value === 'part', message: isCount, part: isCount, parts: isCount, text: isText })

/** The number of bytes of a UTF-16 code unit in escaped JSON, at most. */
const bytesOf = (code: number): number => (code < 0x20 ? 7 : code < 0x80 ? (code === 0x22 || code === 0x5c ? 4 : 1) : 3)

/** Parts of a text. A character is never divided. */
export function splitText(text: string, limit = partBytes): string[] {
  const parts: string[] = []
  let start = 0
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes += bytesOf(code)
    if (bytes <= limit || (code >= 0xdc00 && code <= 0xdfff)) continue
    parts.push(text.slice(start, at))
    start = at
    bytes = bytesOf(code)
  }
  return [...parts, text.slice(start)]
}

/** Numbers the messages of one sender and splits each of them. */
export function createSplitter(limit = partBytes): (message: unknown) => Part[] {
  let count = 0
  return (message) => {
    count += 1
    const texts = splitText(JSON.stringify(message), limit)
    return texts.map((text, part) => ({ type: 'part', message: count, part, parts: texts.length, text }))
  }
}

/** Joins the parts of all senders. Returns the message that a part completes; otherwise undefined. */
export function createJoiner(): { join(from: string, value: unknown): unknown; forget(from: string): void } {
  const incomplete = new Map<string, { texts: (string | undefined)[]; missing: number }>()
  return {
    join(from, value) {
      if (!isPart(value)) return undefined
      const { message, part, parts, text } = value as Part
      if (parts < 1 || parts > maxParts || part >= parts || text.length > partBytes) return undefined
      const key = `${from} ${message}`
      const entry = incomplete.get(key) ?? { texts: new Array<string | undefined>(parts).fill(undefined), missing: parts }
      if (entry.texts.length !== parts || entry.texts[part] !== undefined) return undefined
      entry.texts[part] = text
      entry.missing -= 1
      incomplete.set(key, entry)
      if (entry.missing > 0) {
        if (incomplete.size > maxIncomplete) incomplete.delete(incomplete.keys().next().value!)
        return undefined
      }
      incomplete.delete(key)
      try {
        return JSON.parse(entry.texts.join('')) as unknown
      } catch {
        return undefined
      }
    },
    forget(from) {
      for (const key of [...incomplete.keys()]) if (key.startsWith(`${from} `)) incomplete.delete(key)
    },
  }
}
