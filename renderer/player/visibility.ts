import type { PageLifecycle, Visibility } from './ports.ts'

/** The visibility port of a web page. */
export const pageVisibility = (document: Document): Visibility => ({
  hidden: () => document.hidden,
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
})

/** The lifecycle port of a web page. */
export const pageLifecycle = (window: Window): PageLifecycle => ({
  subscribe(listener) {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pagehide', () => listener('left'), { signal })
    window.addEventListener('pageshow', ({ persisted }) => persisted && listener('restored'), { signal })
    return () => listening.abort()
  },
})
