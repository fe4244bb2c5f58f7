/** JSON values in a Web Storage, without exceptions: if the browser blocks it or it is full, values are not stored. */
export interface SafeStorage {
  /** The stored value, or null if there is none or it is not JSON. The caller validates its shape and must not mutate it. */
  read(key: string): unknown
  /** Whether it was stored. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
}

/** Maximum length in characters of a text whose parsed value is cached. Longer ones are read rarely. */
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

/** Shared by all tabs of the browser. */
export const deviceStorage = safeStorage(() => localStorage)
/** For this tab only; survives a reload. */
export const tabStorage = safeStorage(() => sessionStorage)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a stored value is a point in time or a duration: a finite number that is not negative, in any unit. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
