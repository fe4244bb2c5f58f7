/** The setting that turns single-key shortcuts on or off (WCAG 2.1.4), stored in this browser; on by default. */
const key = 'strand-shortcuts'
const listeners = new Set<() => void>()
/** In-memory fallback if storage is unavailable. */
let memoryValue: boolean | null = null

export const shortcutSetting = {
  read(): boolean {
    if (memoryValue !== null) return memoryValue
    try {
      return localStorage.getItem(key) !== 'off'
    } catch {
      return true
    }
  },
  write(on: boolean): void {
    memoryValue = null
    try {
      if (on) localStorage.removeItem(key)
      else localStorage.setItem(key, 'off')
    } catch {
      memoryValue = on
    }
    for (const listener of [...listeners]) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
