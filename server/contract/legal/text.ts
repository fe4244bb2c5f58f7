/** Structure of the legal texts (R3). They are data, so that the server's document and the page render the same. */

/** A paragraph, or a list of items. Both may contain links as `[text](/address)`. */
export type LegalBlock = string | readonly string[]

export interface LegalSection {
  /** Anchor in the address: `/privacy#cookies`. */
  id: string
  heading: string
  blocks: readonly LegalBlock[]
}

export interface LegalText {
  /** Date of the last change: `2026-11-21`. */
  updated: string
  /** Two sentences; also the page's meta description. */
  summary: string
  sections: readonly LegalSection[]
}

export interface LegalSpan {
  text: string
  /** Set for links. */
  href?: string
}

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/** Splits a text into plain and link spans. */
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
