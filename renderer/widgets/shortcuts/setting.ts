/** Setting for single-key shortcuts (WCAG 2.1.4), stored on this device. */
const key = 'strand-shortcuts'
const listeners = new Set<() => void>()
/** In-memory fallback if storage is unavailable. */
let unkept: boolean | null = null

export const shortcutSetting = {
  read(): boolean {
    if (unkept !== null) return unkept
    try {
      return localStorage.getItem(key) !== 'off'
    } catch {
      return true
    }
  },
  write(on: boolean): void {
    unkept = null
    try {
      if (on) localStorage.removeItem(key)
      else localStorage.setItem(key, 'off')
    } catch {
      unkept = on
    }
    for (const listener of [...listeners]) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
