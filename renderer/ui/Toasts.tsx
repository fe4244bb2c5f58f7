import { useEffect, useState } from 'react'
import { later } from './lazyComponent.tsx'
import { onFirstToast } from './toast.ts'

const ToastRegion = later(() => import('./ToastRegion.tsx'))

/** Stands once in the shell; the region itself comes with the first toast. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? <ToastRegion /> : null
}
