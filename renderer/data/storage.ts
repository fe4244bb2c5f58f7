/** Storage that never throws: it may be blocked or full, which loses what would have been stored. */
export interface SafeStorage {
  /** The stored value, or null if there is none or it is not JSON. The caller validates its shape and must not mutate it. */
  read(key: string): unknown
  /** Whether it was stored. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
}

/** In characters; longer texts are read rarely and not cached. */
const maxCachedLength = 100_000

/** `storage` is a function: merely accessing `localStorage` throws if the browser blocks it. */
export const safeStorage = (storage: () => Storage): SafeStorage => {
  const parsed = new Map<string, { text: string; value: unknown }>()
  return {
    read(key) {
      try {
        const text = storage().getItem(key) ?? 'null'
        const cached = parsed.get(key)
        if (cached?.text === text) return cached.value
        const value = JSON.parse(text) as unknown
        if (text.length <= maxCachedLength) parsed.set(key, { text, value })
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
        // Blocked storage holds nothing to remove.
      }
    },
  }
}

/** Per browser, and per tab. */
export const deviceStorage = safeStorage(() => localStorage)
export const tabStorage = safeStorage(() => sessionStorage)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Seconds. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
