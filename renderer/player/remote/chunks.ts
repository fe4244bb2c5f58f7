/** Splits messages for transports that limit their size, and joins them again. */
import { isCount, isText, shape } from '../shapes.ts'

/** Bytes of text in one part. A Cast device refuses messages of more than 64 KB; the text is escaped a second time on the way. */
export const partBytes = 24_000
/** A message of more parts is refused, so that a sender cannot make the receiver grow: 24 MB. */
const maxParts = 1000
/** Incomplete messages per sender. */
const maxIncomplete = 4

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
  const incomplete = new Map<string, Map<number, { texts: (string | undefined)[]; missing: number }>>()
  return {
    join(from, value) {
      if (!isPart(value)) return undefined
      const { message, part, parts, text } = value as Part
      if (parts < 1 || parts > maxParts || part >= parts) return undefined
      const messages = incomplete.get(from) ?? new Map<number, { texts: (string | undefined)[]; missing: number }>()
      incomplete.set(from, messages)
      const entry = messages.get(message) ?? { texts: new Array<string | undefined>(parts).fill(undefined), missing: parts }
      if (entry.texts.length !== parts || entry.texts[part] !== undefined) return undefined
      entry.texts[part] = text
      entry.missing -= 1
      messages.set(message, entry)
      if (entry.missing > 0) {
        if (messages.size > maxIncomplete) messages.delete(messages.keys().next().value!)
        return undefined
      }
      messages.delete(message)
      try {
        return JSON.parse(entry.texts.join('')) as unknown
      } catch {
        return undefined
      }
    },
    forget: (from) => void incomplete.delete(from),
  }
}
