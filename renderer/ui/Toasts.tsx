import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const ToastRegion = lazy(() => import('./ToastRegion.tsx'))

/** Stands once in the shell; the region itself comes with the first toast. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? <Suspense fallback={null}><ToastRegion /></Suspense> : null
}
