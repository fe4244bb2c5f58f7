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
export function createMemo<T>({ size, ttlMs, now = Date.now }: MemoOptions<T>): Memo<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()

  async function find(key: string, work: () => Promise<T>): Promise<T> {
    const value = await work()
    entries.delete(key)
    if (entries.size >= size) entries.delete(entries.keys().next().value!)
    entries.set(key, { value, until: now() + ttlMs(value) })
    return value
  }

  return {
    async get(key, work) {
      const known = entries.get(key)
      if (known && known.until > now()) {
        entries.delete(key)
        entries.set(key, known)
        return known.value
      }
      const answer = pending.get(key) ?? find(key, work).finally(() => pending.delete(key))
      pending.set(key, answer)
      return answer
    },
  }
}
