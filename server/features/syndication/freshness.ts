import { createHash } from 'node:crypto'

/** Date since which a feed has this text, for `Last-Modified`. */
export type Freshness = (key: string, text: string) => Date

/**
 * Dates of rows are not sufficient, because edited and deleted posts change the feed too. Caches the digest of the last text per
 * key; an unknown text counts as new. HTTP dates have whole seconds, so successive texts get different seconds.
 */
export function createFreshness(size = 2000, now: () => number = Date.now): Freshness {
  const cache = new Map<string, { digest: string; since: number }>()
  return (key, text) => {
    const digest = createHash('sha256').update(text).digest('base64')
    const before = cache.get(key)
    cache.delete(key)
    if (cache.size >= size) cache.delete(cache.keys().next().value!)
    const since = before?.digest === digest ? before.since : Math.max(Math.floor(now() / 1000) * 1000, (before?.since ?? 0) + 1000)
    cache.set(key, { digest, since })
    return new Date(since)
  }
}
