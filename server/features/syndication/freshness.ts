import { createHash } from 'node:crypto'

/** Since when a text is what it is: for `Last-Modified`. */
export type Freshness = (key: string, text: string) => Date

/**
 * No date of a row tells it: a post that was edited or deleted changes the feed too. So what was sent is
 * remembered, by its digest, and a text that is not known counts as new. Dates have whole seconds, and no
 * two texts under one key share one.
 */
export function createFreshness(size = 2000, now: () => number = Date.now): Freshness {
  const known = new Map<string, { digest: string; since: number }>()
  return (key, text) => {
    const digest = createHash('sha256').update(text).digest('base64')
    const before = known.get(key)
    known.delete(key)
    if (known.size >= size) known.delete(known.keys().next().value!)
    const since = before?.digest === digest ? before.since : Math.max(Math.floor(now() / 1000) * 1000, (before?.since ?? 0) + 1000)
    known.set(key, { digest, since })
    return new Date(since)
  }
}
