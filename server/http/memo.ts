export interface Memo<T> {
  /** Returns the cached value, joins a running call, or calls `work`. Failures are not cached. */
  get(key: string, work: () => Promise<T>): Promise<T>
}

export interface MemoOptions<T> {
  /** Capacity. The least recently used entry is evicted first. */
  size: number
  /** Time to live of a value (ms). */
  ttlMs: (value: T) => number
  now?: () => number
}

/** An in-memory cache with a time to live that runs one call per key at a time. */
export function createMemo<T>({ size, ttlMs: ttlMs, now = Date.now }: MemoOptions<T>): Memo<T> {
  const kept = new Map<string, { value: T; until: number }>()
  const asking = new Map<string, Promise<T>>()

  async function find(key: string, work: () => Promise<T>): Promise<T> {
    const value = await work()
    kept.delete(key)
    if (kept.size >= size) kept.delete(kept.keys().next().value!)
    kept.set(key, { value, until: now() + ttlMs(value) })
    return value
  }

  return {
    async get(key, work) {
      const known = kept.get(key)
      if (known && known.until > now()) {
        kept.delete(key)
        kept.set(key, known)
        return known.value
      }
      const answer = asking.get(key) ?? find(key, work).finally(() => asking.delete(key))
      asking.set(key, answer)
      return answer
    },
  }
}
