import { useEffect, useState } from 'react'
import { lazyComponent } from './lazyComponent.tsx'
import { onFirstToast } from './toast.ts'

const ToastRegion = lazyComponent(() => import('./ToastRegion.tsx'))

/** Mounted once in the shell; the region itself loads with the first toast. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setNeeded(true)), [])
  return isNeeded ? <ToastRegion /> : null
}
