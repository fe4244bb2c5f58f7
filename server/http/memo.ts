export interface Memo<T> {
  /** The kept answer, the one that is being found, or that of `work`; a failure is not kept. */
  get(key: string, work: () => Promise<T>): Promise<T>
}

export interface MemoOptions<T> {
  /** Answers that are kept; the one that was not asked for the longest goes first. */
  size: number
  /** How long (ms) an answer is kept. */
  keepMs: (value: T) => number
  now?: () => number
}

/** Remembers answers in memory for a while, and asks one question at a time about one key, however many ask. */
export function createMemo<T>({ size, keepMs, now = Date.now }: MemoOptions<T>): Memo<T> {
  const kept = new Map<string, { value: T; until: number }>()
  const asking = new Map<string, Promise<T>>()

  async function find(key: string, work: () => Promise<T>): Promise<T> {
    const value = await work()
    kept.delete(key)
    if (kept.size >= size) kept.delete(kept.keys().next().value!)
    kept.set(key, { value, until: now() + keepMs(value) })
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
