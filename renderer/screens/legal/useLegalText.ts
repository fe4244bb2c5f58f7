import { useEffect, useState } from 'react'
import type { LegalText } from '#contract/legal/text.ts'
import type { LegalPage } from '#contract/rules.ts'
import { tryTwice } from '#ui/exit.ts'

const load: Record<LegalPage, () => Promise<LegalText>> = {
  tos: () => import('#contract/legal/tos.ts').then(({ tos }) => tos),
  'acceptable-use': () => import('#contract/legal/acceptableUse.ts').then(({ acceptableUse }) => acceptableUse),
  copyright: () => import('#contract/legal/copyright.ts').then(({ copyright }) => copyright),
  privacy: () => import('#contract/legal/privacy.ts').then(({ privacy }) => privacy),
}

const known = new Map<LegalPage, LegalText>()
/** What was shown last, on whichever of the pages. */
let last: LegalPage | null = null

export interface Shown {
  page: LegalPage
  text: LegalText
}

/**
 * The text of a page, and of which page it is: until the next has come, and where it cannot be had, the one before
 * stays (A8: a failure of a static page is ignored). Where there is none before, `failed` says so.
 */
export function useLegalText(page: LegalPage): { shown: Shown | null; failed: boolean; retry: () => void } {
  const [shown, setShown] = useState(last)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    const show = () => {
      if (!live) return
      last = page
      setShown(page)
    }
    if (known.has(page)) show()
    else
      void tryTwice(load[page]).then(
        (text) => {
          known.set(page, text)
          show()
        },
        () => live && setFailed(`${page} ${attempt}`),
      )
    return () => {
      live = false
    }
  }, [page, attempt])
  const current = known.has(page) ? page : shown
  return {
    shown: current === null ? null : { page: current, text: known.get(current)! },
    failed: failed === `${page} ${attempt}`,
    retry: () => setAttempt(attempt + 1),
  }
}
