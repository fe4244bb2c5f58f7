import { useEffect, useState } from 'react'
import { lazyComponent } from './lazyComponent.tsx'
import { onFirstToast } from './toast.ts'

const ToastRegion = lazyComponent(() => import('./ToastRegion.tsx'))

/** Mounted once in the shell; the region itself loads with the first toast. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? <ToastRegion /> : null
}
