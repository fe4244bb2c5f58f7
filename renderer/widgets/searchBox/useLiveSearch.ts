import { useState, type ComponentType } from 'react'
import { tryTwice } from '#ui/exit.ts'
import type { LiveSearchProps } from './types.ts'

/** The component `LiveSearch`; null until `preload` has loaded its code. */
export function useLiveSearch(): { Live: ComponentType<LiveSearchProps> | null; preload: () => void } {
  const [Live, setLive] = useState<ComponentType<LiveSearchProps> | null>(null)
  // A failed load is retried on the next interaction; without it, Enter still opens the results page.
  const preload = () => {
    if (!Live)
      tryTwice(() => import('./LiveSearch.tsx')).then(
        ({ LiveSearch }) => setLive(() => LiveSearch),
        () => undefined,
      )
  }
  return { Live, preload }
}
