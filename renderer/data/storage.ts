/**
 * What the browser keeps for the page. A browser that keeps nothing, or has no room left, costs what would
 * have been remembered, and never the page: nothing here throws.
 */
export interface Kept {
  /** What was written, or null where nothing is there or it is not JSON; callers check its shape and do not change it. */
  read(key: string): unknown
  /** Whether it is kept now. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
}

/** Characters; longer texts are read rarely and not cached. */
const longestCached = 100_000

/** `storage` is asked for at every call: merely naming it throws where the browser forbids it. */
export const kept = (storage: () => Storage): Kept => {
  const parsed = new Map<string, { text: string; value: unknown }>()
  return {
    read(key) {
      try {
        const text = storage().getItem(key) ?? 'null'
        const cached = parsed.get(key)
        if (cached?.text === text) return cached.value
        const value = JSON.parse(text) as unknown
        if (text.length <= longestCached) parsed.set(key, { text, value })
        else parsed.delete(key)
        return value
      } catch {
        return null
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, JSON.stringify(value))
        return true
      } catch {
        return false
      }
    },
    remove(key) {
      try {
        storage().removeItem(key)
      } catch {
        // What cannot be had cannot be kept either.
      }
    },
  }
}

/** Of this browser, and of this tab. */
export const device = kept(() => localStorage)
export const ownTab = kept(() => sessionStorage)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Seconds. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
