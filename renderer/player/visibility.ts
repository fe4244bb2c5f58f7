import type { Visibility } from './ports.ts'

/** The visibility of a real page. */
export const pageVisibility = (document: Document): Visibility => ({
  hidden: () => document.hidden,
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
})
