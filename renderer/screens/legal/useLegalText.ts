import { useEffect, useState } from 'react'
import type { LegalText } from '#contract/legal/text.ts'
import type { LegalPage } from '#contract/rules.ts'
import { tryTwice } from '#ui/exit.ts'

/** Each text is loaded on demand. */
const loaders: Record<LegalPage, () => Promise<LegalText>> = {
  tos: () => import('#contract/legal/tos.ts').then(({ tos }) => tos),
  'acceptable-use': () => import('#contract/legal/acceptableUse.ts').then(({ acceptableUse }) => acceptableUse),
  copyright: () => import('#contract/legal/copyright.ts').then(({ copyright }) => copyright),
  privacy: () => import('#contract/legal/privacy.ts').then(({ privacy }) => privacy),
}

const cache = new Map<LegalPage, LegalText>()
/** The page that was shown last. A module variable, since it outlives the screen. */
let lastPage: LegalPage | null = null

async function loadText(page: LegalPage): Promise<void> {
  cache.set(page, await tryTwice(loaders[page]))
}

/** Loads the texts that the first render needs, on the server all of them. Rejects if one fails to load. */
export const loadFirstTexts = (pages: readonly LegalPage[] | 'all'): Promise<unknown> =>
  Promise.all((pages === 'all' ? (Object.keys(loaders) as LegalPage[]) : pages).map(loadText))

export interface LoadedText {
  page: LegalPage
  text: LegalText
}

/**
 * The text of a legal page. While it loads, or if that fails, `shown` is the previous legal page (A8: static pages
 * ignore failures). Without a previous page `shown` is null, and `failed` decides between an error and a placeholder.
 */
export function useLegalText(page: LegalPage): { shown: LoadedText | null; failed: boolean; retry: () => void } {
  const [shownPage, setShownPage] = useState(lastPage)
  const [attempt, setAttempt] = useState(0)
  /** The page and the attempt that failed, so that a retry or another page resets it. */
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    let isMounted = true
    const show = () => {
      if (!isMounted) return
      lastPage = page
      setShownPage(page)
    }
    if (cache.has(page)) show()
    else void loadText(page).then(show, () => isMounted && setFailed(`${page} ${attempt}`))
    return () => {
      isMounted = false
    }
  }, [page, attempt])
  const current = cache.has(page) ? page : shownPage
  return {
    shown: current === null ? null : { page: current, text: cache.get(current)! },
    failed: failed === `${page} ${attempt}`,
    retry: () => setAttempt(attempt + 1),
  }
}
