/**
 * Light, dark, or as the system (BY21). The choice is a cookie, because the server writes it into
 * <html data-theme> and so the first paint has it already.
 */
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
const days = 90

const listeners = new Set<() => void>()
const read = (): Theme => {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  const age = theme === 'system' ? 0 : days * 86_400
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  for (const listener of [...listeners]) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
