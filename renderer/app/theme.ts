/**
 * The theme: light, dark or system (BY21). Stored in a cookie, because the server writes it into <html data-theme> for the first paint.
 */
import { useSyncExternalStore } from 'react'
import { deleteCookie, readCookie, setCookie } from '#data/cookies.ts'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()
const read = (): Theme => {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = colour.dataset
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all'
  }
}

export function setTheme(theme: Theme): void {
  applyTheme(theme)
  if (theme === 'system') deleteCookie('theme')
  else setCookie('theme', theme)
  for (const listener of [...listeners]) listener()
}

/** The theme in the cookie; also the server snapshot, because the server renders by the cookie. */
function chosenTheme(): Theme {
  const chosen = readCookie('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Applies the theme of the cookie. For the document that the service worker has cached, which has no theme. */
export function applyStoredTheme(): void {
  const chosen = chosenTheme()
  if (chosen !== 'system') applyTheme(chosen)
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    chosenTheme,
  )
