/** The form of the legal texts (R3): data, so that the server writes them into the document and the page draws the very same. */

/** A paragraph, or a list of points. Both may hold links, written `[words](/address)`. */
export type LegalBlock = string | readonly string[]

export interface LegalSection {
  /** Its place in the address, `/privacy#cookies`. */
  id: string
  heading: string
  blocks: readonly LegalBlock[]
}

export interface LegalText {
  /** The day of its last change, `2026-11-21`. */
  updated: string
  /** What it says, in two sentences; also the description of the page. */
  summary: string
  sections: readonly LegalSection[]
}

export interface LegalSpan {
  text: string
  /** Of a link. */
  href?: string
}

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/** A text with its links told apart, in their order. */
export function legalSpans(text: string): LegalSpan[] {
  const spans: LegalSpan[] = []
  let end = 0
  for (const found of text.matchAll(link)) {
    if (found.index > end) spans.push({ text: text.slice(end, found.index) })
    spans.push({ text: found[1]!, href: found[2]! })
    end = found.index + found[0].length
  }
  if (end < text.length) spans.push({ text: text.slice(end) })
  return spans
}
