/** What only some searches show, or only who scrolls: fetched when it is shown, so that the first screen does not carry it. */
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'

const NoResultsLater = lazy(() => import('./NoResults.tsx').then(({ NoResults }) => ({ default: NoResults })))
const SideLater = lazy(() => import('./Side.tsx').then(({ Side }) => ({ default: Side })))
const SuggestionsLater = lazy(() => import('./Suggestions.tsx').then(({ Suggestions }) => ({ default: Suggestions })))
const WebPageLater = lazy(() => import('./WebPage.tsx').then(({ WebPage }) => ({ default: WebPage })))
const WebSectionLater = lazy(() => import('./WebSection.tsx').then(({ WebSection }) => ({ default: WebSection })))

export const NoResults = (props: Parameters<typeof NoResultsLater>[0]) => <Suspense fallback={null}><NoResultsLater {...props} /></Suspense>
/** A small screen has none. Its column is there before it is. */
export const Side = (props: Parameters<typeof SideLater>[0]) => <Suspense fallback={null}><SideLater {...props} /></Suspense>
export const Suggestions = (props: Parameters<typeof SuggestionsLater>[0]) => <Suspense fallback={null}><SuggestionsLater {...props} /></Suspense>
export const WebPage = (props: Parameters<typeof WebPageLater>[0]) => <Suspense fallback={null}><WebPageLater {...props} /></Suspense>

/** Other services are asked when their place comes within a screen of what is seen. */
export const WebSection = (props: Parameters<typeof WebSectionLater>[0]) => (
  <WhenNear><Suspense fallback={null}><WebSectionLater {...props} /></Suspense></WhenNear>
)

function WhenNear({ children }: { children: ReactNode }) {
  const mark = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    }, { rootMargin: '100% 0px' })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return near ? children : <div ref={mark} />
}
