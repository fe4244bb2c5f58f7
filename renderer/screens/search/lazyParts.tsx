/** What only some searches show, or only who scrolls: fetched when it is shown, so that the first screen does not carry it. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { lazyComponent } from '#ui/lazyComponent.tsx'

export const NoResults = lazyComponent(() => import('./NoResults.tsx').then(({ NoResults }) => ({ default: NoResults })))
/** A small screen has none. Its column is there before it is. */
export const Side = lazyComponent(() => import('./Side.tsx').then(({ Side }) => ({ default: Side })))
export const Suggestions = lazyComponent(() => import('./Suggestions.tsx').then(({ Suggestions }) => ({ default: Suggestions })))
export const WebPage = lazyComponent(() => import('./WebPage.tsx').then(({ WebPage }) => ({ default: WebPage })))
const WebSectionLater = lazyComponent(() => import('./WebSection.tsx').then(({ WebSection }) => ({ default: WebSection })))

/** Other services are asked when their place comes within a screen of what is seen. */
export const WebSection = (props: Parameters<typeof WebSectionLater>[0]) => (
  <WhenNear>
    <WebSectionLater {...props} />
  </WhenNear>
)

function WhenNear({ children }: { children: ReactNode }) {
  const mark = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return near ? children : <div ref={mark} />
}
