/** The title that a screen sets for the page. */
import { useEffect } from 'react'
import { t } from '#texts/index.ts'

let title = ''
const listeners = new Set<() => void>()

/** Sets the page title, without the product's name; it stays until another screen sets one. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    title = text
    document.title = t.shell.pageOf(text)
    for (const listener of [...listeners]) listener()
  }, [text])
}

/** For the announcer: `useSyncExternalStore(pageTitle.subscribe, pageTitle.read)`. */
export const pageTitle = {
  read: (): string => title,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
