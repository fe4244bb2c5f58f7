/** Parts that only some searches show, or that are below the fold. Loaded lazily to keep the first screen small. */
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { WhenNearViewport } from '#ui/WhenNearViewport.tsx'

export const NoResults = lazyComponent(() => import('./NoResults.tsx').then(({ NoResults }) => ({ default: NoResults })))
/** Only on wide screens. The layout reserves its column while it loads. */
export const Sidebar = lazyComponent(() => import('./Sidebar.tsx').then(({ Sidebar }) => ({ default: Sidebar })))
export const Suggestions = lazyComponent(() => import('./Suggestions.tsx').then(({ Suggestions }) => ({ default: Suggestions })))
export const WebPage = lazyComponent(() => import('./WebPage.tsx').then(({ WebPage }) => ({ default: WebPage })))
const LazyWebSection = lazyComponent(() => import('./WebSection.tsx').then(({ WebSection }) => ({ default: WebSection })))

/** Queries other services only when the section is less than one viewport height away. */
export const WebSection = (props: Parameters<typeof LazyWebSection>[0]) => (
  <WhenNearViewport>
    <LazyWebSection {...props} />
  </WhenNearViewport>
)
