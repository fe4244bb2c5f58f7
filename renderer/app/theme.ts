/**
 * Light, dark, or as the system (BY21). The choice is a cookie, because the server writes it into
 * <html data-theme> and so the first paint has it already.
 */
import { useSyncExternalStore } from 'react'
import { dropCookie, readCookie, setCookie } from '#data/cookies.ts'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()
const read = (): Theme => {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = colour.dataset
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all'
  }
}

export function setTheme(theme: Theme): void {
  show(theme)
  if (theme === 'system') dropCookie('theme')
  else setCookie('theme', theme)
  for (const listener of [...listeners]) listener()
}

/** A document that the service worker kept was written for nobody: the choice is in the cookie. */
export function takeTheme(): void {
  const chosen = readCookie('theme')
  if (chosen === 'light' || chosen === 'dark') show(chosen)
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
