/**
 * What was being written about a post when its screen was left, by moving on to the next for instance: it is
 * there again when one comes back, for as long as the page lives.
 */
const drafts = new Map<string, string>()

export const readDraft = (of: string): string | undefined => drafts.get(of)

export function keepDraft(of: string, text: string | null): void {
  if (text === null) drafts.delete(of)
  else drafts.set(of, text)
}
