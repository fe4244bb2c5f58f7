/**
 * What the browser keeps for the page. A browser that keeps nothing, or has no room left, costs what would
 * have been remembered, and never the page: nothing here throws.
 */
export interface Kept {
  /** What was written, or null where nothing is there or nobody can read it; whoever asks checks its shape. */
  read(key: string): unknown
  /** Whether it is kept now. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
}

/** `storage` is asked for at every call: merely naming it throws where the browser forbids it. */
export const kept = (storage: () => Storage): Kept => ({
  read(key) {
    try {
      return JSON.parse(storage().getItem(key) ?? 'null') as unknown
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
})

/** Of this browser, and of this tab. */
export const device = kept(() => localStorage)
export const ownTab = kept(() => sessionStorage)

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Seconds. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
